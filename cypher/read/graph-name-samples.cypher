// purpose: some visible entity names of each type, to see how entities of the type are named
// params: $tenant string, $acls list<string>, $types list<string>, $each integer
// returns: type, names
UNWIND $types AS type
CALL (type) {
  MATCH (node:Entity)
  WHERE node.tenant = $tenant AND node.acl IN $acls AND node.type = type
  WITH node ORDER BY node.id LIMIT $each
  RETURN collect(node.name) AS names
}
RETURN type, names
ORDER BY type
LIMIT 1000
