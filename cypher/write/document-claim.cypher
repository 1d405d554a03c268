// purpose: claim documents for a job by creating their building version; an existing claim stays as it is
// params: $rows list<map> {buildingId; documentId}, $tenant string, $jobId string, $acl string the staged key
// returns: documentId, jobId
UNWIND $rows AS row
MERGE (document:Document {id: row.buildingId})
ON CREATE SET document.tenant = $tenant, document.acl = $acl, document.state = 'building',
  document.documentId = row.documentId, document.jobId = $jobId
RETURN row.documentId AS documentId, document.jobId AS jobId
ORDER BY documentId
