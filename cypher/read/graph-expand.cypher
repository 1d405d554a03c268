// purpose: visible neighbours of entities along every relation between entities, by relation, direction and type; at most
//   $limitEach of each kind for a node, with the number of all
// params: $tenant string, $acls list<string>, $ids list<string>, $limitEach integer
// returns: from, relation, direction, type, to, total
UNWIND $ids AS id
MATCH (node:Entity {id: id})
WHERE node.tenant = $tenant AND node.acl IN $acls
MATCH (node)-[edge]-(other:Entity)
WHERE edge.acl IN $acls AND other.tenant = $tenant AND other.acl IN $acls
WITH id, type(edge) AS relation, CASE WHEN startNode(edge) = node THEN 'out' ELSE 'in' END AS direction,
  other.type AS type, collect(DISTINCT other.id) AS found
RETURN id AS from, relation, direction, type, found[..$limitEach] AS to, size(found) AS total
ORDER BY from, relation, direction, type
LIMIT 20000
