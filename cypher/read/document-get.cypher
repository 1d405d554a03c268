// purpose: one document, if the reader may see it
// params: $tenant string, $acls list<string>, $id string
// returns: document
MATCH (document:Document {id: $id, tenant: $tenant, state: 'active'})
WHERE document.acl IN $acls
RETURN document {.*} AS document
ORDER BY document.id
LIMIT 1
