// purpose: access keys of the mentions that keep entities alive; none for an entity that nothing mentions
// params: $ids list<string>
// returns: id, acls, imported
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
OPTIONAL MATCH (entity)<-[mention:MENTIONS]-()
RETURN entity.id AS id, collect(DISTINCT mention.acl) AS acls, entity.source IS NOT NULL AS imported
ORDER BY id
