// purpose: removes up to $limit texts that a run which did not end has left
// params: $tenant string, $source string, $key string, $limit integer
// returns: swept
MATCH (entity:Entity)-[:HAS_PROFILE]->(profile:Profile)
WHERE entity.tenant = $tenant AND entity.source = $source AND entity.externalId IS NOT NULL AND profile.acl = $key
WITH profile LIMIT $limit
OPTIONAL MATCH (profile)-[:HAS_WINDOW]->(window:Window)
WITH profile, collect(window) AS windows
FOREACH (window IN windows | DETACH DELETE window)
DETACH DELETE profile
RETURN count(*) AS swept
