// purpose: entities that versions of documents mention
// params: $prefixes list<string> of node ids
// returns: id
UNWIND $prefixes AS prefix
MATCH (node:TreeNode) WHERE node.id STARTS WITH prefix
MATCH (node)-[:MENTIONS]->(entity:Entity)
RETURN DISTINCT entity.id AS id
ORDER BY id
