// purpose: access key and name of the entities that exist among these
// params: $ids list<string>
// returns: id, acl, name, normal
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
RETURN entity.id AS id, entity.acl AS acl, entity.name AS name, entity.normal AS normal
ORDER BY id
