// purpose: nodes of the collection summary that a query of our own making finds, best first, each with its index terms; found
//   and lowest tell whether nodes that scored the same were left out
// params: $query string, $tenant string, $acls list<string>, $rows integer, $limit integer
// returns: found, lowest, hits
CALL db.index.fulltext.queryNodes('summary_text', $query, {limit: $rows}) YIELD node, score
WITH node, score
WHERE node.tenant = $tenant AND node.acl IN $acls
WITH node.id AS id, node, score
ORDER BY score DESC, id
WITH count(*) AS found, min(score) AS lowest, collect({id: id, node: node, score: score})[..$limit] AS best
RETURN found, lowest, [hit IN best | {id: hit.id, score: hit.score, lexical: hit.node.lexical, length: hit.node.length}] AS hits
ORDER BY found
LIMIT 1
