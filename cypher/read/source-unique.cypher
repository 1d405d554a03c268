// purpose: which single properties tell the nodes of a label apart, in a graph to import
// params: none
// returns: label string, property string
SHOW CONSTRAINTS YIELD type, entityType, labelsOrTypes, properties
WHERE entityType = 'NODE' AND type IN ['UNIQUENESS', 'NODE_PROPERTY_UNIQUENESS', 'NODE_KEY'] AND size(properties) = 1
RETURN labelsOrTypes[0] AS label, properties[0] AS property
ORDER BY label, property
LIMIT 10000
