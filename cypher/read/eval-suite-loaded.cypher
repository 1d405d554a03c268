// purpose: tell whether a suite's data were loaded whole into a tenant
// params: $id string
// returns: loaded boolean
MATCH (m:Meta {id: $id})
RETURN true AS loaded
LIMIT 1
