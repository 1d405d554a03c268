// purpose: write relations between entities with all the evidence that they have
// params: $rows list<map> {sourceId; type; targetId; properties}
// returns: none
UNWIND $rows AS row
MATCH (source:Entity {id: row.sourceId})
MATCH (target:Entity {id: row.targetId})
MERGE (source)-[relation:$(row.type)]->(target)
SET relation = row.properties
