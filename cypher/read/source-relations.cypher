// purpose: every relationship of some types of a graph to import, as a stream: no order, as for its nodes
// params: $types list<string>
// returns: source string, type string, target string
MATCH (a)-[r]->(b)
WHERE type(r) IN $types
RETURN elementId(a) AS source, type(r) AS type, elementId(b) AS target
