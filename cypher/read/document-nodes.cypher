// purpose: tree nodes of a version of a document, chunks first, each layer in order
// params: $prefix string of node ids, $acls list<string>, $limit integer
// returns: id, layer, kind, section, pageStart, pageEnd, tokens, text, keywords
MATCH (node:TreeNode) WHERE node.id STARTS WITH $prefix AND node.acl IN $acls
RETURN node.id AS id, node.layer AS layer, node.kind AS kind, node.sectionPath AS section,
  node.pageStart AS pageStart, node.pageEnd AS pageEnd, node.tokens AS tokens, node.text AS text,
  node.keywords AS keywords
ORDER BY layer, node.order
LIMIT $limit
