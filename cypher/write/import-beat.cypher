// purpose: a run that holds an imported graph gives a sign of life
// params: $id string, $key string of the run
// returns: beat
MATCH (state:Meta {id: $id})
WHERE state.pending = $key
SET state.beat = timestamp()
RETURN state.beat AS beat
