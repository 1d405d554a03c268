// purpose: add to the counts of collections, and drop those that come to nothing
// params: $rows list<map> {id; acl; collection; nodes; tokens} sorted by id, $tenant string
// returns: none
UNWIND $rows AS row
MERGE (counts:CollectionCount {id: row.id})
ON CREATE SET counts.tenant = $tenant, counts.acl = row.acl, counts.collection = row.collection,
  counts.nodes = 0, counts.tokens = 0
SET counts.nodes = counts.nodes + row.nodes, counts.tokens = counts.tokens + row.tokens
WITH counts WHERE counts.nodes <= 0
DELETE counts
