// purpose: turn building versions into the documents that readers see
// params: $rows list<map> {buildingId; documentId; acl}, $jobId string
// returns: none
UNWIND $rows AS row
MATCH (document:Document {id: row.buildingId, jobId: $jobId, state: 'building'})
SET document.id = row.documentId, document.acl = row.acl, document.state = 'active'
REMOVE document.documentId
