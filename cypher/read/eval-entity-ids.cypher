// purpose: ids of a suite's entities beside the ids that their source gave them
// params: $tenant string, $acls list<string>
// returns: id string, externalId string
MATCH (e:Entity {tenant: $tenant}) WHERE e.acl IN $acls AND e.externalId IS NOT NULL
RETURN e.id AS id, toString(e.externalId) AS externalId
ORDER BY id
LIMIT 2000000
