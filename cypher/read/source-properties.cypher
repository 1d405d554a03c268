// purpose: which properties the nodes of a graph to import have, by their labels together
// params: none
// returns: labels list<string>, property string
CALL db.schema.nodeTypeProperties() YIELD nodeLabels, propertyName
WITH nodeLabels, propertyName
WHERE propertyName IS NOT NULL
RETURN nodeLabels AS labels, propertyName AS property
ORDER BY labels, property
LIMIT 100000
