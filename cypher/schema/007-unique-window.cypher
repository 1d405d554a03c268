// purpose: one Window for each id
// params: none
// returns: none
CREATE CONSTRAINT window_id IF NOT EXISTS
FOR (n:Window) REQUIRE n.id IS UNIQUE
