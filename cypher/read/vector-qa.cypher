// purpose: active stored questions nearest to a vector within a reader's scope, with their answers
// params: $tenant string, $acls list<string>, $vector list<float>, $probes integer, $limit integer
// returns: id, question, answer, kind, origin, nodeId, documentId, start, end, score
CYPHER 25 MATCH (pair:QAPair)
SEARCH pair IN (
  VECTOR INDEX qa_embedding
  FOR $vector
  WHERE pair.tenant = $tenant AND pair.acl IN $acls
  LIMIT $probes
) SCORE AS score
WITH pair, score
WHERE pair.state = 'active'
RETURN pair.id AS id, pair.question AS question, pair.answer AS answer, pair.kind AS kind, pair.origin AS origin,
  pair.nodeId AS nodeId, pair.documentId AS documentId, pair.start AS start, pair.end AS end, score
ORDER BY score DESC, id
LIMIT $limit
