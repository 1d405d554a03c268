// purpose: the searchable texts of entities that a reader may see; an entity may have one for each access key
// params: $tenant string, $acls list<string>, $ids list<string> of entities
// returns: id, entityId, entityType, name, text, language, lexical
UNWIND $ids AS id
MATCH (profile:Profile {entityId: id})
WHERE profile.tenant = $tenant AND profile.acl IN $acls
RETURN profile.id AS id, profile.entityId AS entityId, profile.entityType AS entityType, profile.name AS name,
  profile.text AS text, coalesce(profile.language, 'en') AS language, profile.lexical AS lexical
ORDER BY entityId, id
LIMIT 10000
