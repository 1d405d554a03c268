// purpose: how many vectors the graph holds, staged ones too
// params: none
// returns: total
RETURN COUNT { MATCH (:Window) } + COUNT { MATCH (:QAPair) }
  + COUNT { MATCH (n:Name) WHERE n.embedding IS NOT NULL } AS total
LIMIT 1
