// purpose: how far an imported graph is: its live access keys, its digest, and the run that did not end
// params: $id string
// returns: generation, digest, keys, rights, pending, owner, silentMs
MATCH (state:Meta {id: $id})
RETURN state.generation AS generation, state.digest AS digest, state.keys AS keys, state.rights AS rights,
  state.pending AS pending, coalesce(state.owner, '') AS owner,
  timestamp() - coalesce(state.beat, 0) AS silentMs
LIMIT 1
