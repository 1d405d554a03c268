// purpose: removes up to $limit names that a run which did not end has left
// params: $tenant string, $source string, $key string, $limit integer
// returns: swept
MATCH (entity:Entity)<-[:NAMES]-(name:Name)
WHERE entity.tenant = $tenant AND entity.source = $source AND entity.externalId IS NOT NULL AND name.acl = $key
WITH name LIMIT $limit
DETACH DELETE name
RETURN count(*) AS swept
