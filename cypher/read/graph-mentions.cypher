// purpose: the visible entities that passages mention, and how
// params: $tenant string, $acls list<string>, $ids list<string>
// returns: nodeId, entityId, kind
UNWIND $ids AS id
MATCH (node:TreeNode {id: id})
WHERE node.tenant = $tenant AND node.acl IN $acls
MATCH (node)-[mention:MENTIONS]->(entity:Entity)
WHERE mention.acl IN $acls AND entity.acl IN $acls
RETURN id AS nodeId, entity.id AS entityId, mention.kind AS kind
ORDER BY nodeId, entityId, kind
LIMIT 50000
