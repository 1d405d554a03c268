// purpose: windows of the collection profile nearest to a vector within a reader's scope
// params: $tenant string, $acls list<string>, $vector list<float>, $probes integer, $rows integer
// returns: windowId, ownerId, start, end, page, score, entityId
CYPHER 25 MATCH (window:ProfileWindow)
SEARCH window IN (
  VECTOR INDEX profile_window_embedding
  FOR $vector
  WHERE window.tenant = $tenant AND window.acl IN $acls
  LIMIT $probes
) SCORE AS score
WITH window, score
ORDER BY score DESC, window.id
LIMIT $rows
MATCH (profile:Profile {id: window.ownerId})
RETURN window.id AS windowId, window.ownerId AS ownerId, window.start AS start, window.end AS end,
  window.page AS page, score, profile.entityId AS entityId
ORDER BY score DESC, windowId
LIMIT $rows
