// purpose: names, types and chosen values of visible entities
// params: $tenant string, $acls list<string>, $ids list<string>, $keys list<string>
// returns: id, name, type, values
UNWIND $ids AS id
MATCH (node:Entity {id: id})
WHERE node.tenant = $tenant AND node.acl IN $acls
RETURN id, node.name AS name, node.type AS type, [key IN $keys | node[key]] AS values
ORDER BY id
LIMIT 10000
