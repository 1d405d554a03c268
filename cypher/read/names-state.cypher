// purpose: access key and index terms of the names that exist among these
// params: $ids list<string>
// returns: id, acl, lexical
UNWIND $ids AS id
MATCH (name:Name {id: id})
RETURN name.id AS id, name.acl AS acl, name.lexical AS lexical
ORDER BY id
