// purpose: whether any node carries an embedding
// params: none
// returns: embedded
RETURN EXISTS { MATCH (w:Window) WHERE w.embedding IS NOT NULL }
  OR EXISTS { MATCH (q:QAPair) WHERE q.embedding IS NOT NULL }
  OR EXISTS { MATCH (n:Name) WHERE n.embedding IS NOT NULL } AS embedded
LIMIT 1
