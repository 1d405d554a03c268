// purpose: add to the number of documents and facts that carry access keys
// params: $rows list<map> {id; anyOf; change} sorted by id, $tenant string
// returns: none
UNWIND $rows AS row
MERGE (key:AccessKey {id: row.id})
ON CREATE SET key.tenant = $tenant, key.anyOf = row.anyOf
SET key.uses = coalesce(key.uses, 0) + row.change
