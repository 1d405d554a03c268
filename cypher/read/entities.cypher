// purpose: entities that a reader may see, with their own properties
// params: $tenant string, $acls list<string>, $ids list<string>
// returns: entity
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
WHERE entity.tenant = $tenant AND entity.acl IN $acls
RETURN properties(entity) AS entity
ORDER BY entity.id
LIMIT 10000
