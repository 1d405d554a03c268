// purpose: index terms, first pages and headings of visible passages
// params: $tenant string, $acls list<string>, $ids list<string>
// returns: id, lexical, page, title, sectionPath
UNWIND $ids AS id
MATCH (node:TreeNode {id: id})
WHERE node.tenant = $tenant AND node.acl IN $acls
RETURN id, node.lexical AS lexical, node.pageStart AS page,
  node.title AS title, node.sectionPath AS sectionPath
ORDER BY id
LIMIT 10000
