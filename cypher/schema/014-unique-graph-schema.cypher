// purpose: one GraphSchema for each id
// params: none
// returns: none
CREATE CONSTRAINT graph_schema_id IF NOT EXISTS
FOR (n:GraphSchema) REQUIRE n.id IS UNIQUE
