// purpose: how many visible neighbours entities have along one relation in one direction
// params: $tenant string, $acls list<string>, $ids list<string>, $relation string, $out boolean
// returns: id, degree
UNWIND $ids AS id
MATCH (node:Entity {id: id})
WHERE node.tenant = $tenant AND node.acl IN $acls
OPTIONAL MATCH (node)-[edge]-(other:Entity)
WHERE type(edge) = $relation AND edge.acl IN $acls AND other.acl IN $acls AND (startNode(edge) = node) = $out
RETURN id, count(DISTINCT other) AS degree
ORDER BY id
LIMIT 10000
