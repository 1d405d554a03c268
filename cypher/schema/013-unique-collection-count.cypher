// purpose: one CollectionCount for each id
// params: none
// returns: none
CREATE CONSTRAINT collection_count_id IF NOT EXISTS
FOR (n:CollectionCount) REQUIRE n.id IS UNIQUE
