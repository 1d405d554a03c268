// purpose: record a job and its files as queued, and drop the oldest finished jobs beyond $keep
// params: $id string, $tenant string, $owner string, $startedAt string, $files list<map> {id; uri; order},
//   $keep integer
// returns: none
CREATE (job:Job {id: $id, tenant: $tenant, kind: 'ingest', state: 'running', owner: $owner,
  heartbeat: timestamp(), startedAt: $startedAt, total: size($files)})
WITH job
CALL () {
  UNWIND $files AS file
  CREATE (:Job {id: file.id, tenant: $tenant, kind: 'file', parentId: $id, state: 'queued', uri: file.uri,
    order: file.order})
}
WITH job
MATCH (old:Job {tenant: $tenant, kind: 'ingest'}) WHERE old.state <> 'running'
WITH old ORDER BY old.startedAt DESC, old.id SKIP $keep
OPTIONAL MATCH (file:Job {tenant: $tenant, kind: 'file', parentId: old.id})
DELETE file, old
