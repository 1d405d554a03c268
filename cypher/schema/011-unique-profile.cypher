// purpose: one Profile for each id
// params: none
// returns: none
CREATE CONSTRAINT profile_id IF NOT EXISTS
FOR (n:Profile) REQUIRE n.id IS UNIQUE
