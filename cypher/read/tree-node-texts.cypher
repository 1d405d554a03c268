// purpose: texts of tree nodes that a reader may see, for scoring
// params: $tenant string, $acls list<string>, $ids list<string>
// returns: id, text, lexical, language, pageSpans
UNWIND $ids AS id
MATCH (node:TreeNode {id: id})
WHERE node.tenant = $tenant AND node.acl IN $acls
MATCH (document:Document {id: node.documentId})
RETURN node.id AS id, node.text AS text, node.lexical AS lexical, document.language AS language,
  node.pageSpans AS pageSpans
ORDER BY id
LIMIT 10000
