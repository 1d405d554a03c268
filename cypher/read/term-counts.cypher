// purpose: what a reader's scope holds of a collection: its nodes, their length, and how many nodes have each term
// params: $tenant string, $acls list<string>, $collection string, $terms list<string>
// returns: nodes, tokens, terms
CALL () {
  UNWIND $acls AS acl
  MATCH (counts:CollectionCount {id: $tenant + '|' + acl + '|' + $collection})
  RETURN sum(counts.nodes) AS nodes, sum(counts.tokens) AS tokens
}
CALL () {
  UNWIND $terms AS term
  UNWIND $acls AS acl
  MATCH (counts:TermCount {id: $tenant + '|' + acl + '|' + $collection + '|' + term})
  WITH term, sum(counts.count) AS count
  ORDER BY term
  RETURN collect({term: term, count: count}) AS terms
}
RETURN nodes, tokens, terms
ORDER BY nodes
LIMIT 1
