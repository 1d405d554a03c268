// purpose: give every node of staged versions its access key, which makes it visible
// params: $rows list<map> {prefix; acl}
// returns: none
UNWIND $rows AS row
CALL (row) {
  MATCH (node:TreeNode) WHERE node.id STARTS WITH row.prefix SET node.acl = row.acl
  RETURN count(*) AS nodes
}
CALL (row) {
  MATCH (node:Window) WHERE node.id STARTS WITH row.prefix SET node.acl = row.acl
  RETURN count(*) AS windows
}
CALL (row) {
  MATCH (node:QAPair) WHERE node.id STARTS WITH row.prefix SET node.acl = row.acl
  RETURN count(*) AS pairs
}
CALL (row) {
  MATCH (node:Section) WHERE node.id STARTS WITH row.prefix SET node.acl = row.acl
  RETURN count(*) AS sections
}
CALL (row) {
  MATCH (node:Page) WHERE node.id STARTS WITH row.prefix SET node.acl = row.acl
  RETURN count(*) AS pages
}
FINISH
