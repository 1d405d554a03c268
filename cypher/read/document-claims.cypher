// purpose: which of these building versions a job still holds
// params: $ids list<string> building ids, $jobId string
// returns: id
UNWIND $ids AS id
MATCH (document:Document {id: id, jobId: $jobId, state: 'building'})
RETURN document.id AS id
ORDER BY id
