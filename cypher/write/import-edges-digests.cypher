// purpose: notes the digest of the outgoing relations of entities whose own row did not change
// params: $rows list<map> of {id string; edgesDigest string}, $keys list<string>
// returns: none
UNWIND $rows AS row
MATCH (:Entity {id: row.id})-[:HAS_PROFILE]->(profile:Profile)
WHERE profile.acl IN $keys
SET profile.edgesDigest = row.edgesDigest
