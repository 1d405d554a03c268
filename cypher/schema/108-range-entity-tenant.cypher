// purpose: finds entities of a tenant by the form of their name used for exact look-up
// params: none
// returns: none
CREATE RANGE INDEX entity_tenant IF NOT EXISTS
FOR (n:Entity) ON (n.tenant, n.normal)
