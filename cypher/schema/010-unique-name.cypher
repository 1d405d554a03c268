// purpose: one Name for each id
// params: none
// returns: none
CREATE CONSTRAINT name_id IF NOT EXISTS
FOR (n:Name) REQUIRE n.id IS UNIQUE
