// purpose: write the windows of chunk nodes with their embeddings
// params: $rows list<map> {id; ownerId; properties; embedding}
// returns: none
UNWIND $rows AS row
MATCH (owner:TreeNode {id: row.ownerId})
MERGE (window:Window {id: row.id})
SET window:ChunkWindow, window += row.properties
MERGE (owner)-[:HAS_WINDOW]->(window)
WITH window, row
CALL db.create.setNodeVectorProperty(window, 'embedding', row.embedding)
