// purpose: finds the counts of a tenant
// params: none
// returns: none
CREATE RANGE INDEX collection_count_tenant IF NOT EXISTS
FOR (n:CollectionCount) ON (n.tenant)
