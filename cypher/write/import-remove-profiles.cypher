// purpose: removes the texts that imported entities had before, with their windows
// params: $ids list<string>, $keys list<string>
// returns: none
UNWIND $ids AS id
MATCH (:Entity {id: id})-[:HAS_PROFILE]->(profile:Profile)
WHERE profile.acl IN $keys
OPTIONAL MATCH (profile)-[:HAS_WINDOW]->(window:Window)
DETACH DELETE window, profile
