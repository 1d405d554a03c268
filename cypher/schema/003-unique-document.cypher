// purpose: one Document for each id
// params: none
// returns: none
CREATE CONSTRAINT document_id IF NOT EXISTS
FOR (n:Document) REQUIRE n.id IS UNIQUE
