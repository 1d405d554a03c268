// purpose: one TermCount for each id
// params: none
// returns: none
CREATE CONSTRAINT term_count_id IF NOT EXISTS
FOR (n:TermCount) REQUIRE n.id IS UNIQUE
