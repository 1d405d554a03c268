// purpose: visible names that hold the words of each probe, the shortest first
// params: $tenant string, $acls list<string>, $probes list<map> of {query string; rows integer; limit integer}
// returns: entityId, type, text, normal
UNWIND $probes AS probe
CALL (probe) {
  CALL db.index.fulltext.queryNodes('name_text', probe.query, {limit: probe.rows}) YIELD node
  WITH node
  WHERE node.tenant = $tenant AND node.acl IN $acls
  WITH node ORDER BY size(node.lexical), node.id
  RETURN collect(node)[..probe.limit] AS found
}
UNWIND found AS name
WITH DISTINCT name
RETURN name.entityId AS entityId, name.entityType AS type, name.text AS text, name.normal AS normal
ORDER BY entityId, normal
LIMIT 5000
