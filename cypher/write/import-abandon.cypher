// purpose: gives up the hold of a run on an imported graph; a graph that was never visible is forgotten
// params: $id string, $key string of the run
// returns: none
MATCH (state:Meta {id: $id})
WHERE state.pending = $key
SET state.pending = null, state.owner = null
WITH state
WHERE state.generation = 0
DELETE state
