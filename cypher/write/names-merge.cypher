// purpose: create the names that do not exist yet
// params: $rows list<map> {id; entityId; properties} sorted by id
// returns: none
UNWIND $rows AS row
MATCH (entity:Entity {id: row.entityId})
MERGE (name:Name {id: row.id})
ON CREATE SET name += row.properties
MERGE (name)-[:NAMES]->(entity)
