// purpose: the index terms of the visible profiles and names of some entities, for the counts
// params: $ids list<string>, $keys list<string>, $limit integer
// returns: collection, acl, lexical
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
CALL (entity) {
  MATCH (entity)-[:HAS_PROFILE]->(text:Profile)
  RETURN 'profile' AS collection, text
  UNION ALL
  MATCH (text:Name)-[:NAMES]->(entity)
  RETURN 'name' AS collection, text
}
WITH collection, text
WHERE text.acl IN $keys
RETURN collection, text.acl AS acl, text.lexical AS lexical
ORDER BY text.id
LIMIT $limit
