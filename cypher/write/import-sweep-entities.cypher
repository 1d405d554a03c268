// purpose: removes up to $limit entities that a run which did not end has left
// params: $tenant string, $source string, $key string, $limit integer
// returns: swept
MATCH (entity:Entity)
WHERE entity.tenant = $tenant AND entity.source = $source AND entity.externalId IS NOT NULL AND entity.acl = $key
WITH entity LIMIT $limit
DETACH DELETE entity
RETURN count(*) AS swept
