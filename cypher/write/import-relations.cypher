// purpose: creates relations of an imported graph; the caller knows that they are not there yet
// params: $rows list<map> of {sourceId string; type string; targetId string}, $tenant string, $acl string, $source string
// returns: none
UNWIND $rows AS row
MATCH (source:Entity {id: row.sourceId})
MATCH (target:Entity {id: row.targetId})
CREATE (source)-[relation:$(row.type)]->(target)
SET relation = {tenant: $tenant, acl: $acl, source: $source, sources: [], confidence: 1.0, origin: 'import'}
