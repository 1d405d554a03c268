// purpose: windows of the collection chunk nearest to a vector within a small scope; every one is compared
// params: $tenant string, $acls list<string>, $vector list<float>, $rows integer
// returns: windowId, ownerId, start, end, page, score
CYPHER 25 UNWIND $acls AS acl
MATCH (window:Window {acl: acl})
WHERE window:ChunkWindow AND window.tenant = $tenant AND window.embedding IS NOT NULL
WITH window, vector.similarity.cosine(window.embedding, $vector) AS score
ORDER BY score DESC, window.id
LIMIT $rows
RETURN window.id AS windowId, window.ownerId AS ownerId, window.start AS start, window.end AS end,
  window.page AS page, score
ORDER BY score DESC, windowId
LIMIT $rows
