// purpose: schemas of the visible imported graphs of a tenant
// params: $tenant string, $acls list<string>
// returns: json
MATCH (schema:GraphSchema)
WHERE schema.tenant = $tenant AND schema.acl IN $acls
RETURN schema.json AS json
ORDER BY schema.id
LIMIT 100
