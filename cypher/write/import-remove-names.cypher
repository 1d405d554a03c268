// purpose: removes the names that imported entities had before
// params: $ids list<string>, $keys list<string>
// returns: none
UNWIND $ids AS id
MATCH (name:Name)-[:NAMES]->(:Entity {id: id})
WHERE name.acl IN $keys
DETACH DELETE name
