// purpose: creates the embedded windows of imported profiles
// params: $rows list<map> of {properties map; embedding list<float>}
// returns: none
UNWIND $rows AS row
MATCH (profile:Profile {id: row.properties.ownerId})
CREATE (window:Window:ProfileWindow)
SET window = row.properties
CREATE (profile)-[:HAS_WINDOW]->(window)
WITH row, window
CALL db.create.setNodeVectorProperty(window, 'embedding', row.embedding)
