// purpose: finds the texts of an entity
// params: none
// returns: none
CREATE RANGE INDEX profile_entity IF NOT EXISTS
FOR (n:Profile) ON (n.entityId)
