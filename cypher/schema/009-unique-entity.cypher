// purpose: one Entity for each id
// params: none
// returns: none
CREATE CONSTRAINT entity_id IF NOT EXISTS
FOR (n:Entity) REQUIRE n.id IS UNIQUE
