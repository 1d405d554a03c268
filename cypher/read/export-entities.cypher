// purpose: one page of the visible imported entities with their texts and own values
// params: $tenant string, $acls list<string>, $after string, $limit integer
// returns: id, source, externalId, type, name, text, properties
MATCH (entity:Entity)
WHERE entity.tenant = $tenant AND entity.acl IN $acls AND entity.externalId IS NOT NULL AND entity.id > $after
WITH entity ORDER BY entity.id LIMIT $limit
OPTIONAL MATCH (entity)-[:HAS_PROFILE]->(profile:Profile) WHERE profile.acl IN $acls
WITH entity, min(profile.text) AS text
RETURN entity.id AS id, entity.source AS source, entity.externalId AS externalId, entity.type AS type,
  entity.name AS name, coalesce(text, '') AS text, properties(entity) AS properties
ORDER BY id
LIMIT $limit
