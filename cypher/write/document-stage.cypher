// purpose: give the building versions of documents their properties
// params: $rows list<map> {buildingId; properties}, $jobId string
// returns: none
UNWIND $rows AS row
MATCH (document:Document {id: row.buildingId, jobId: $jobId, state: 'building'})
SET document += row.properties
