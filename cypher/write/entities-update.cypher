// purpose: set access key and name of entities
// params: $rows list<map> {id; acl; name}
// returns: none
UNWIND $rows AS row
MATCH (entity:Entity {id: row.id})
SET entity.acl = row.acl, entity.name = row.name
