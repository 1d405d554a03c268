// purpose: write QA pairs with the embeddings of their questions
// params: $rows list<map> {id; nodeId; properties; embedding}
// returns: none
UNWIND $rows AS row
MATCH (node:TreeNode {id: row.nodeId})
MERGE (pair:QAPair {id: row.id})
SET pair += row.properties
MERGE (pair)-[:ANSWERED_BY]->(node)
WITH pair, row
CALL db.create.setNodeVectorProperty(pair, 'embedding', row.embedding)
