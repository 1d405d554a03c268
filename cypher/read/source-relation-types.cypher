// purpose: which types the relationships of a graph to import have, and how many
// params: $hidden list<string> labels whose nodes are left out
// returns: type string, count integer
MATCH (a)-[r]->(b)
WHERE none(label IN labels(a) WHERE label IN $hidden) AND none(label IN labels(b) WHERE label IN $hidden)
RETURN type(r) AS type, count(*) AS count
ORDER BY count DESC, type
LIMIT 10000
