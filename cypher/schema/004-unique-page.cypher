// purpose: one Page for each id
// params: none
// returns: none
CREATE CONSTRAINT page_id IF NOT EXISTS
FOR (n:Page) REQUIRE n.id IS UNIQUE
