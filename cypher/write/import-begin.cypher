// purpose: takes hold of an imported graph for a run, unless another run took it since $before was read
// params: $id string, $tenant string, $source string, $key string of the run, $owner string,
//   $before string the key that held it or nothing
// returns: generation
MERGE (state:Meta {id: $id})
ON CREATE SET state.generation = 0, state.digest = '', state.keys = [], state.rights = []
SET state.tenant = $tenant, state.source = $source
WITH state
WHERE coalesce(state.pending, '') = $before
SET state.pending = $key, state.owner = $owner, state.beat = timestamp()
RETURN state.generation AS generation
