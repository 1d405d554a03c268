// purpose: remove up to $limit staged nodes of one building version, provided that a job still holds it
// params: $buildingId string, $jobId string, $prefix string of node ids, $acl string the staged key, $limit integer
// returns: removed
MATCH (:Document {id: $buildingId, jobId: $jobId, state: 'building'})
CALL () {
  MATCH (node:TreeNode) WHERE node.id STARTS WITH $prefix RETURN node
  UNION ALL
  MATCH (node:Window) WHERE node.id STARTS WITH $prefix RETURN node
  UNION ALL
  MATCH (node:QAPair) WHERE node.id STARTS WITH $prefix RETURN node
  UNION ALL
  MATCH (node:Section) WHERE node.id STARTS WITH $prefix RETURN node
  UNION ALL
  MATCH (node:Page) WHERE node.id STARTS WITH $prefix RETURN node
}
WITH node WHERE node.acl = $acl
WITH node LIMIT $limit
DETACH DELETE node
RETURN count(*) AS removed
