// purpose: documents that a reader may see, by title
// params: $tenant string, $acls list<string>, $afterTitle string, $afterId string, $limit integer
// returns: document
MATCH (document:Document {tenant: $tenant, state: 'active'})
WHERE document.acl IN $acls
  AND (document.title > $afterTitle OR (document.title = $afterTitle AND document.id > $afterId))
RETURN document {.*} AS document
ORDER BY document.title, document.id
LIMIT $limit
