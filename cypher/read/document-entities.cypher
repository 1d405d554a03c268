// purpose: entities that a version of a document mentions, most mentioned first
// params: $prefix string of node ids, $acls list<string>, $limit integer
// returns: id, name, type, mentions
MATCH (node:TreeNode) WHERE node.id STARTS WITH $prefix
MATCH (node)-[mention:MENTIONS]->(entity:Entity) WHERE mention.acl IN $acls AND entity.acl IN $acls
RETURN entity.id AS id, entity.name AS name, entity.type AS type, count(*) AS mentions
ORDER BY mentions DESC, id
LIMIT $limit
