// purpose: documents within a reader's scope that pass the filters; null is no filter
// params: $tenant string, $acls list<string>, $documents list<string>?, $tags list<string>?
// returns: id
MATCH (document:Document {tenant: $tenant})
WHERE document.acl IN $acls AND document.state = 'active'
  AND ($documents IS NULL OR document.id IN $documents)
  AND ($tags IS NULL OR any(tag IN document.tags WHERE tag IN $tags))
RETURN document.id AS id
ORDER BY id
LIMIT 100000
