// purpose: what a reader's scope holds of some collections: their nodes, their length, and how many nodes have each term
// params: $tenant string, $acls list<string>, $collections list<string>, $terms list<string>
// returns: collection, nodes, tokens, terms
UNWIND $collections AS collection
CALL (collection) {
  UNWIND $acls AS acl
  MATCH (counts:CollectionCount {id: $tenant + '|' + acl + '|' + collection})
  RETURN sum(counts.nodes) AS nodes, sum(counts.tokens) AS tokens
}
CALL (collection, nodes) {
  WITH collection, nodes
  WHERE nodes > 0
  UNWIND $terms AS term
  UNWIND $acls AS acl
  MATCH (counts:TermCount {id: $tenant + '|' + acl + '|' + collection + '|' + term})
  WITH term, sum(counts.count) AS count
  ORDER BY term
  RETURN collect({term: term, count: count}) AS terms
}
RETURN collection, nodes, tokens, terms
ORDER BY collection
LIMIT 100
