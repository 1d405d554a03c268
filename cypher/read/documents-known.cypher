// purpose: active documents that have one of these addresses, hashes or ids
// params: $tenant string, $uris list<string>, $hashes list<string>, $ids list<string>
// returns: id, version, uris, sha256, settings, acl, mime, tags, jobId, chunkCount, entityCount, relationCount,
//   qaPairCount, problems
MATCH (document:Document {tenant: $tenant, state: 'active'})
WHERE document.id IN $ids OR document.sha256 IN $hashes OR any(uri IN document.uris WHERE uri IN $uris)
RETURN document.id AS id, document.version AS version, document.uris AS uris, document.sha256 AS sha256,
  document.settings AS settings, document.acl AS acl, document.mime AS mime, document.tags AS tags,
  document.jobId AS jobId, document.chunkCount AS chunkCount, document.entityCount AS entityCount,
  document.relationCount AS relationCount, document.qaPairCount AS qaPairCount, document.problems AS problems
ORDER BY id
