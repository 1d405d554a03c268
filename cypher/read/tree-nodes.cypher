// purpose: tree nodes that a reader may see, with what a citation shows of their document and the problems of their pages
// params: $tenant string, $acls list<string>, $ids list<string>
// returns: node, document, pages
UNWIND $ids AS id
MATCH (node:TreeNode {id: id})
WHERE node.tenant = $tenant AND node.acl IN $acls
MATCH (document:Document {id: node.documentId})
RETURN node {.id, .layer, .order, .kind, .text, .lexical, .tokens, .sectionPath, .pageStart, .pageEnd, .pageSpans, .boxes,
    .keywords, .confidence, .documentId} AS node,
  document {.title, .uris, .version, .language, .classification, .tags, .problems} AS document,
  COLLECT {
    MATCH (document)-[:HAS_PAGE]->(page:Page)
    WHERE node.pageStart <= page.number <= node.pageEnd AND size(page.problems) > 0
    RETURN page {.number, .problems}
    ORDER BY page.number
  } AS pages
ORDER BY node.id
LIMIT 10000
