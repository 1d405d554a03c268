// purpose: creates the searchable texts of imported entities
// params: $rows list<map> of the profile's properties
// returns: none
UNWIND $rows AS row
MATCH (entity:Entity {id: row.entityId})
CREATE (profile:Profile)
SET profile = row
CREATE (entity)-[:HAS_PROFILE]->(profile)
