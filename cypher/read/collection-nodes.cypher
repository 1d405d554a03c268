// purpose: how many nodes of a collection a reader's scope holds
// params: $tenant string, $acls list<string>, $collection string
// returns: nodes
UNWIND $acls AS acl
MATCH (counts:CollectionCount {id: $tenant + '|' + acl + '|' + $collection})
RETURN sum(counts.nodes) AS nodes
ORDER BY nodes
LIMIT 1
