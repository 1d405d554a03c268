// purpose: takes or renews the lease that lets one process change the schema; the first SET locks the node, so that
//   what is read after it is current
// params: $owner string, $leaseMs integer
// returns: taken
MERGE (m:Meta {id: 'migration-lock'})
SET m.askedBy = $owner
WITH m, m.owner IS NULL OR m.owner = $owner OR m.leaseUntil < timestamp() AS taken
FOREACH (_ IN CASE WHEN taken THEN [1] ELSE [] END |
  SET m.owner = $owner, m.leaseUntil = timestamp() + $leaseMs)
RETURN taken
