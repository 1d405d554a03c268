// purpose: one QAPair for each id
// params: none
// returns: none
CREATE CONSTRAINT qa_pair_id IF NOT EXISTS
FOR (n:QAPair) REQUIRE n.id IS UNIQUE
