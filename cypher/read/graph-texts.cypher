// purpose: visible searchable texts of entities as index terms
// params: $tenant string, $acls list<string>, $ids list<string>
// returns: id, lexical
UNWIND $ids AS id
MATCH (profile:Profile {entityId: id})
WHERE profile.tenant = $tenant AND profile.acl IN $acls
RETURN id, profile.lexical AS lexical
ORDER BY id, profile.id
LIMIT 10000
