// purpose: makes what a run wrote visible: its access keys become resolvable, its schema the current one
// params: $id string, $schemaId string, $tenant string, $source string, $acl string of the schema, $key string of the
//   run, $generation integer, $keys list<string>, $rights list<string>, $digest string, $json string
// returns: activated
MATCH (state:Meta {id: $id})
WHERE state.pending = $key AND state.generation = $generation
SET state.generation = $generation + 1, state.digest = $digest, state.keys = $keys, state.rights = $rights,
  state.pending = null
MERGE (schema:GraphSchema {id: $schemaId})
SET schema = {id: $schemaId, tenant: $tenant, acl: $acl, source: $source, json: $json}
WITH state
UNWIND $keys AS key
MERGE (access:AccessKey {id: key})
SET access.tenant = $tenant, access.anyOf = $rights
RETURN count(DISTINCT state) AS activated
