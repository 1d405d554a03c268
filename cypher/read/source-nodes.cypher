// purpose: every node of some labels of a graph to import, as a stream: no order, so that nothing is held for sorting
// params: $labels list<string>, $hidden list<string> labels whose nodes are left out, $keys list<string>
// returns: elementId string, labels list<string>, values list in the order of the keys
MATCH (n)
WHERE any(label IN labels(n) WHERE label IN $labels) AND none(label IN labels(n) WHERE label IN $hidden)
RETURN elementId(n) AS elementId, labels(n) AS labels, [key IN $keys | n[key]] AS values
