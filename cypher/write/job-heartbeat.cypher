// purpose: a running job gives a sign of life
// params: $id string
// returns: none
MATCH (job:Job {id: $id, state: 'running'})
SET job.heartbeat = timestamp()
