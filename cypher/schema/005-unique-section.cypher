// purpose: one Section for each id
// params: none
// returns: none
CREATE CONSTRAINT section_id IF NOT EXISTS
FOR (n:Section) REQUIRE n.id IS UNIQUE
