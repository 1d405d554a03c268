// purpose: finds the names of an entity
// params: none
// returns: none
CREATE RANGE INDEX name_entity IF NOT EXISTS
FOR (n:Name) ON (n.entityId)
