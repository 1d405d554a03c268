// purpose: finds the access keys of a tenant
// params: none
// returns: none
CREATE RANGE INDEX access_key_tenant IF NOT EXISTS
FOR (n:AccessKey) ON (n.tenant)
