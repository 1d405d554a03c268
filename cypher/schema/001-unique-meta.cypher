// purpose: one Meta for each id
// params: none
// returns: none
CREATE CONSTRAINT meta_id IF NOT EXISTS
FOR (n:Meta) REQUIRE n.id IS UNIQUE
