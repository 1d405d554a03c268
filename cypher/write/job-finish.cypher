// purpose: record that a job is over, and fail those of its files that were not done
// params: $id string, $tenant string, $state string, $reason string?, $finishedAt string
// returns: none
MATCH (job:Job {id: $id, state: 'running'})
SET job.state = $state, job.reason = $reason, job.finishedAt = $finishedAt
WITH job
MATCH (file:Job {tenant: $tenant, kind: 'file', parentId: $id}) WHERE file.state IN ['queued', 'running']
SET file.state = 'failed', file.reason = coalesce($reason, 'the run ended before this file was done')
