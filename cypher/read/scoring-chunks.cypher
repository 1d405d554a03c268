// purpose: texts of some chunks within a reader's scope, for scoring them against a question
// params: $tenant string, $acls list<string>, $ids list<string>
// returns: id, text, sectionPath, pageSpans, page, language
UNWIND $ids AS wanted
MATCH (node:TreeNode {id: wanted})
WHERE node.tenant = $tenant AND node.acl IN $acls
OPTIONAL MATCH (document:Document {id: node.documentId})
RETURN node.id AS id, node.text AS text, node.sectionPath AS sectionPath, node.pageSpans AS pageSpans,
  node.pageStart AS page, coalesce(document.language, 'und') AS language
ORDER BY id
LIMIT 10000
