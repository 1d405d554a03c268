// purpose: properties of some nodes of a label in a graph to import; works on every Neo4j from 5.0
// params: $label string, $hidden list<string> labels whose nodes are left out, $limit integer
// returns: properties map
MATCH (n)
WHERE $label IN labels(n) AND none(label IN labels(n) WHERE label IN $hidden)
RETURN properties(n) AS properties
LIMIT $limit
