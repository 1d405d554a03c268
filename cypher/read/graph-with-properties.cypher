// purpose: visible entities of a type that pass every test: a value among the property's, or a number in a range
// params: $tenant string, $acls list<string>, $type string, $limit integer,
//   $tests list<map> of {key string; equals string or null; minimum float or null; maximum float or null}
// returns: id
MATCH (node:Entity)
WHERE node.tenant = $tenant AND node.acl IN $acls AND node.type = $type
  AND all(test IN $tests WHERE any(value IN ([] + coalesce(node[test.key], [])) WHERE
    (test.equals IS NULL OR value = test.equals)
    AND (test.minimum IS NULL OR value >= test.minimum)
    AND (test.maximum IS NULL OR value <= test.maximum)))
RETURN node.id AS id
ORDER BY id
LIMIT $limit
