// purpose: relations that exist among these
// params: $rows list<map> {sourceId; type; targetId}
// returns: sourceId, type, targetId, properties
UNWIND $rows AS row
MATCH (source:Entity {id: row.sourceId})
MATCH (target:Entity {id: row.targetId})
MATCH (source)-[relation:$(row.type)]->(target)
RETURN row.sourceId AS sourceId, row.type AS type, row.targetId AS targetId, properties(relation) AS properties
ORDER BY sourceId, type, targetId
