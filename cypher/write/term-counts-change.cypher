// purpose: add to the counts of terms, and drop those that come to nothing
// params: $rows list<map> {id; acl; collection; term; change} sorted by id, $tenant string
// returns: none
UNWIND $rows AS row
MERGE (terms:TermCount {id: row.id})
ON CREATE SET terms.tenant = $tenant, terms.acl = row.acl, terms.collection = row.collection,
  terms.term = row.term, terms.count = 0
SET terms.count = terms.count + row.change
WITH terms WHERE terms.count <= 0
DELETE terms
