// purpose: which labels the nodes of a graph to import have together, and how many nodes
// params: $hidden list<string> labels whose nodes are left out
// returns: labels list<string>, count integer
MATCH (n)
WITH labels(n) AS labels
WHERE none(label IN labels WHERE label IN $hidden)
RETURN labels, count(*) AS count
ORDER BY count DESC, labels
LIMIT 10000
