// purpose: link tree nodes to the entities that they mention
// params: $rows list<map> {nodeId; entityId; kind; spans; acl}, $tenant string
// returns: none
UNWIND $rows AS row
MATCH (node:TreeNode {id: row.nodeId})
MATCH (entity:Entity {id: row.entityId})
MERGE (node)-[mention:MENTIONS {kind: row.kind}]->(entity)
SET mention.spans = row.spans, mention.tenant = $tenant, mention.acl = row.acl
