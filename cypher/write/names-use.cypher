// purpose: record which documents use which names
// params: $rows list<map> {documentId; nameId; acl}, $tenant string
// returns: none
UNWIND $rows AS row
MATCH (document:Document {id: row.documentId})
MATCH (name:Name {id: row.nameId})
MERGE (document)-[uses:USES_NAME]->(name)
SET uses.tenant = $tenant, uses.acl = row.acl
