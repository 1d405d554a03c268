// purpose: the visible imported relations that go out from some entities
// params: $ids list<string>, $source string, $keys list<string>, $limit integer
// returns: sourceId, type, targetId
UNWIND $ids AS id
MATCH (entity:Entity {id: id})-[relation]->(target:Entity)
WHERE relation.origin = 'import' AND relation.source = $source AND relation.acl IN $keys
RETURN id AS sourceId, type(relation) AS type, target.id AS targetId
ORDER BY sourceId, type, targetId
LIMIT $limit
