// purpose: name the document of each tree node
// params: $ids list<string>, $tenant string, $acls list<string>
// returns: id string, uris list<string>
UNWIND $ids AS id
MATCH (n:TreeNode {id: id}) WHERE n.tenant = $tenant AND n.acl IN $acls
MATCH (d:Document {id: n.documentId})
RETURN n.id AS id, d.uris AS uris
ORDER BY id
LIMIT 1000
