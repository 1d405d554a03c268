// purpose: what the counts know of a version's nodes
// params: $prefixes list<string> of node ids
// returns: collection, acl, lexical
UNWIND $prefixes AS prefix
CALL (prefix) {
  MATCH (node:TreeNode) WHERE node.id STARTS WITH prefix
  RETURN node, CASE WHEN node:Chunk THEN 'chunk' ELSE 'summary' END AS collection
  UNION ALL
  MATCH (node:QAPair) WHERE node.id STARTS WITH prefix
  RETURN node, 'qa' AS collection
}
RETURN collection, node.acl AS acl, node.lexical AS lexical
