// purpose: relations among these entities that nodes of versions state
// params: $entityIds list<string>, $prefixes list<string> of node ids
// returns: sourceId, type, targetId, properties
UNWIND $entityIds AS entityId
MATCH (source:Entity {id: entityId})-[relation]->(target:Entity)
WHERE any(node IN relation.sources WHERE any(prefix IN $prefixes WHERE node STARTS WITH prefix))
RETURN source.id AS sourceId, type(relation) AS type, target.id AS targetId, properties(relation) AS properties
ORDER BY sourceId, type, targetId
