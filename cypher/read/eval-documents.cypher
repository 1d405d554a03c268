// purpose: ids of a suite's documents by their addresses
// params: $tenant string, $acls list<string>
// returns: uri string, id string
MATCH (d:Document {tenant: $tenant, state: 'active'}) WHERE d.acl IN $acls
UNWIND d.uris AS uri
RETURN uri, d.id AS id
ORDER BY uri, id
LIMIT 1000000
