// purpose: gives the lease back
// params: $owner string
// returns: none
MATCH (m:Meta {id: 'migration-lock', owner: $owner})
SET m.owner = null, m.leaseUntil = 0
