// purpose: entities of a type with the most visible neighbours along one relation in one direction
// params: $tenant string, $acls list<string>, $type string, $relation string, $out boolean, $minimum integer, $limit integer
// returns: id, degree
MATCH (node:Entity)
WHERE node.tenant = $tenant AND node.acl IN $acls AND node.type = $type
MATCH (node)-[edge]-(other:Entity)
WHERE type(edge) = $relation AND edge.acl IN $acls AND other.acl IN $acls AND (startNode(edge) = node) = $out
WITH node.id AS id, count(DISTINCT other) AS degree
WHERE degree >= $minimum
RETURN id, degree
ORDER BY degree DESC, id
LIMIT $limit
