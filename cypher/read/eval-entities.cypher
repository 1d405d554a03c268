// purpose: name entities as their source names them
// params: $ids list<string>, $tenant string, $acls list<string>
// returns: id string, externalId string, type string
UNWIND $ids AS id
MATCH (e:Entity {id: id}) WHERE e.tenant = $tenant AND e.acl IN $acls
RETURN e.id AS id, toString(e.externalId) AS externalId, e.type AS type
ORDER BY id
LIMIT 1000
