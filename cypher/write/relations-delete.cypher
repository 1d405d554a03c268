// purpose: delete relations that nothing states any more
// params: $rows list<map> {sourceId; type; targetId}
// returns: none
UNWIND $rows AS row
MATCH (source:Entity {id: row.sourceId})
MATCH (target:Entity {id: row.targetId})
MATCH (source)-[relation:$(row.type)]->(target)
DELETE relation
