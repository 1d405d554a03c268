// purpose: delete versions of documents with all their nodes
// params: $rows list<map> {documentId; prefix}
// returns: none
UNWIND $rows AS row
CALL (row) {
  MATCH (node:Window) WHERE node.id STARTS WITH row.prefix DETACH DELETE node
  RETURN count(*) AS windows
}
CALL (row) {
  MATCH (node:QAPair) WHERE node.id STARTS WITH row.prefix DETACH DELETE node
  RETURN count(*) AS pairs
}
CALL (row) {
  MATCH (node:TreeNode) WHERE node.id STARTS WITH row.prefix DETACH DELETE node
  RETURN count(*) AS nodes
}
CALL (row) {
  MATCH (node:Section) WHERE node.id STARTS WITH row.prefix DETACH DELETE node
  RETURN count(*) AS sections
}
CALL (row) {
  MATCH (node:Page) WHERE node.id STARTS WITH row.prefix DETACH DELETE node
  RETURN count(*) AS pages
}
CALL (row) {
  MATCH (document:Document {id: row.documentId}) DETACH DELETE document
  RETURN count(*) AS documents
}
FINISH
