// purpose: creates the names of imported entities
// params: $rows list<map> of the name's properties
// returns: none
UNWIND $rows AS row
MATCH (entity:Entity {id: row.entityId})
CREATE (name:Name)
SET name = row
CREATE (name)-[:NAMES]->(entity)
