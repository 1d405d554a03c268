// purpose: finds an imported entity by its own id
// params: none
// returns: none
CREATE RANGE INDEX entity_external IF NOT EXISTS
FOR (n:Entity) ON (n.tenant, n.externalId)
