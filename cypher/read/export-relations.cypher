// purpose: the visible imported relations that go out from some entities to other visible ones
// params: $tenant string, $acls list<string>, $ids list<string>
// returns: sourceId, type, targetId
UNWIND $ids AS id
MATCH (entity:Entity {id: id})-[relation]->(target:Entity)
WHERE entity.tenant = $tenant AND entity.acl IN $acls AND relation.origin = 'import' AND relation.acl IN $acls
  AND target.tenant = $tenant AND target.acl IN $acls AND target.externalId IS NOT NULL
RETURN DISTINCT id AS sourceId, type(relation) AS type, target.id AS targetId
ORDER BY sourceId, type, targetId
LIMIT 2000000
