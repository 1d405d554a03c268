// purpose: index terms and first pages of visible passages
// params: $tenant string, $acls list<string>, $ids list<string>
// returns: id, lexical, page
UNWIND $ids AS id
MATCH (node:TreeNode {id: id})
WHERE node.tenant = $tenant AND node.acl IN $acls
RETURN id, node.lexical AS lexical, node.pageStart AS page
ORDER BY id
LIMIT 10000
