// purpose: one page of the visible entities of an imported graph with the digests of their rows
// params: $tenant string, $source string, $keys list<string>, $after string, $limit integer
// returns: id, externalId, label, digest, edgesDigest
MATCH (entity:Entity)
WHERE entity.tenant = $tenant AND entity.source = $source AND entity.externalId IS NOT NULL AND entity.id > $after
MATCH (entity)-[:HAS_PROFILE]->(profile:Profile)
WHERE profile.acl IN $keys
RETURN entity.id AS id, entity.externalId AS externalId,
  [label IN labels(entity) WHERE label <> 'Entity'][0] AS label,
  profile.digest AS digest, profile.edgesDigest AS edgesDigest
ORDER BY id
LIMIT $limit
