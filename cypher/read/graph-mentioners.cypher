// purpose: visible passages that mention entities, those that are about the entity first; at most $limitEach for an entity
// params: $tenant string, $acls list<string>, $ids list<string>, $limitEach integer, $documentIds list<string>? null for all
// returns: nodeId, entityId, kind
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
WHERE entity.tenant = $tenant AND entity.acl IN $acls
CALL (entity) {
  MATCH (entity)<-[mention:MENTIONS]-(node:Chunk)
  WHERE mention.acl IN $acls AND node.acl IN $acls AND ($documentIds IS NULL OR node.documentId IN $documentIds)
  WITH node, mention,
    CASE mention.kind WHEN 'title' THEN 0 WHEN 'heading' THEN 1 WHEN 'term' THEN 2 ELSE 3 END AS rank
  RETURN node.id AS nodeId, mention.kind AS kind
  ORDER BY rank, nodeId
  LIMIT $limitEach
}
RETURN nodeId, id AS entityId, kind
ORDER BY nodeId, entityId, kind
LIMIT 50000
