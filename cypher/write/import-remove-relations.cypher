// purpose: removes imported relations that the files no longer hold
// params: $rows list<map> of {sourceId string; type string; targetId string}, $source string, $keys list<string>
// returns: none
UNWIND $rows AS row
MATCH (:Entity {id: row.sourceId})-[relation]->(:Entity {id: row.targetId})
WHERE type(relation) = row.type AND relation.origin = 'import' AND relation.source = $source
  AND relation.acl IN $keys
DELETE relation
