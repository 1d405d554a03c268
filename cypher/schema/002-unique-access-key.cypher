// purpose: one AccessKey for each id
// params: none
// returns: none
CREATE CONSTRAINT access_key_id IF NOT EXISTS
FOR (n:AccessKey) REQUIRE n.id IS UNIQUE
