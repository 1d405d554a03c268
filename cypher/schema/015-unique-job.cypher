// purpose: one Job for each id
// params: none
// returns: none
CREATE CONSTRAINT job_id IF NOT EXISTS
FOR (n:Job) REQUIRE n.id IS UNIQUE
