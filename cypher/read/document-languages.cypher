// purpose: how many documents a reader may see in each language
// params: $tenant string, $acls list<string>
// returns: language, documents
MATCH (document:Document {tenant: $tenant, state: 'active'})
WHERE document.acl IN $acls
RETURN coalesce(document.language, 'und') AS language, count(*) AS documents
ORDER BY documents DESC, language
LIMIT 200
