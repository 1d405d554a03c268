// purpose: windows of the collection chunk in some documents nearest to a vector within a reader's scope
// params: $tenant string, $acls list<string>, $documentIds list<string>, $vector list<float>, $probes integer, $rows integer
// returns: windowId, ownerId, start, end, page, score
CYPHER 25 MATCH (window:ChunkWindow)
SEARCH window IN (
  VECTOR INDEX chunk_window_embedding
  FOR $vector
  WHERE window.tenant = $tenant AND window.acl IN $acls AND window.documentId IN $documentIds
  LIMIT $probes
) SCORE AS score
RETURN window.id AS windowId, window.ownerId AS ownerId, window.start AS start, window.end AS end,
  window.page AS page, score
ORDER BY score DESC, windowId
LIMIT $rows
