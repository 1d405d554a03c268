// purpose: gives nodes with the label QAPair their new vectors, and notes how far the work has come
// params: $rows list<map> of {id; embedding}, $stage integer, $after string
// returns: none
MATCH (m:Meta {id: 'embedding'})
SET m.pendingStage = $stage, m.pendingAfter = $after
WITH m
UNWIND $rows AS row
MATCH (node:QAPair {id: row.id})
CALL db.create.setNodeVectorProperty(node, 'embedding', row.embedding)
