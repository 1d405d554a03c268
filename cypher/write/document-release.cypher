// purpose: give up the claims of a job on documents whose staged nodes are gone
// params: $ids list<string> building ids, $jobId string
// returns: none
UNWIND $ids AS id
MATCH (document:Document {id: id, jobId: $jobId, state: 'building'})
DETACH DELETE document
