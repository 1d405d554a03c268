// purpose: record a job and its files as queued, and drop the oldest finished jobs beyond $keep
// params: $id string, $tenant string, $owner string, $startedAt string, $files list<map> {id; uri; order},
//   $keep integer
// returns: none
MERGE (job:Job {id: $id})
SET job.tenant = $tenant, job.kind = 'ingest', job.state = 'running', job.owner = $owner,
  job.heartbeat = timestamp(), job.startedAt = $startedAt, job.total = size($files)
WITH job
CALL () {
  UNWIND $files AS row
  MERGE (file:Job {id: row.id})
  SET file.tenant = $tenant, file.kind = 'file', file.parentId = $id, file.state = 'queued', file.uri = row.uri,
    file.order = row.order
}
WITH job
MATCH (old:Job {tenant: $tenant, kind: 'ingest'}) WHERE old.state <> 'running'
WITH old ORDER BY old.startedAt DESC, old.id SKIP $keep
OPTIONAL MATCH (file:Job {tenant: $tenant, kind: 'file', parentId: old.id})
DELETE file, old
