// purpose: remember that a suite's data were loaded whole into a tenant
// params: $id string, $tenant string, $suite string, $loadedAt string
// returns: none
MERGE (m:Meta {id: $id})
SET m.tenant = $tenant, m.suite = $suite, m.loadedAt = $loadedAt
