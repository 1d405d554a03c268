// purpose: every job of a tenant that says it runs or holds a building document, and how long ago it last gave a sign
// params: $tenant string
// returns: id, owner, state, silentMs, buildingIds
CALL () {
  MATCH (job:Job {tenant: $tenant, kind: 'ingest', state: 'running'})
  RETURN job.id AS id
  UNION
  MATCH (document:Document {tenant: $tenant, state: 'building'})
  RETURN document.jobId AS id
}
WITH DISTINCT id
OPTIONAL MATCH (job:Job {id: id})
OPTIONAL MATCH (document:Document {tenant: $tenant, state: 'building', jobId: id})
WITH id, job, collect(document.id) AS buildingIds
RETURN id, job.owner AS owner, job.state AS state,
  CASE WHEN job IS NULL THEN NULL ELSE timestamp() - job.heartbeat END AS silentMs, buildingIds
ORDER BY id
