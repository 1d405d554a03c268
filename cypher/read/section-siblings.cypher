// purpose: chunks of one document within a reader's scope that stand near a chunk, in reading order, without it
// params: $tenant string, $acls list<string>, $documentId string, $order integer, $distance integer
// returns: id, order
MATCH (node:Chunk)
WHERE node.documentId = $documentId AND node.tenant = $tenant AND node.acl IN $acls
  AND node.order >= $order - $distance AND node.order <= $order + $distance AND node.order <> $order
RETURN node.id AS id, node.order AS order
ORDER BY order, id
LIMIT 100
