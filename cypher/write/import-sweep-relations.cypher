// purpose: removes up to $limit relations that a run which did not end has left
// params: $tenant string, $source string, $key string, $limit integer
// returns: swept
MATCH (entity:Entity)-[relation]->(:Entity)
WHERE entity.tenant = $tenant AND entity.source = $source AND entity.externalId IS NOT NULL
  AND relation.acl = $key
WITH relation LIMIT $limit
DELETE relation
RETURN count(*) AS swept
