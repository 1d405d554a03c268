// purpose: finds names for exact look-up
// params: none
// returns: none
CREATE RANGE INDEX name_normal IF NOT EXISTS
FOR (n:Name) ON (n.tenant, n.normal)
