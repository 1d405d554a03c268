// purpose: delete access keys that nothing carries any more; one that still has counts belongs to an imported graph
// params: $ids list<string>, $tenant string
// returns: none
UNWIND $ids AS id
MATCH (key:AccessKey {id: id})
WHERE key.uses <= 0 AND NOT EXISTS { MATCH (:CollectionCount {tenant: $tenant, acl: id}) }
DELETE key
