// purpose: write chunks below their sections
// params: $rows list<map> {id; sectionId; properties}
// returns: none
UNWIND $rows AS row
MATCH (section:Section {id: row.sectionId})
MERGE (chunk:TreeNode {id: row.id})
SET chunk:Chunk, chunk += row.properties
MERGE (section)-[:HAS_CHUNK]->(chunk)
