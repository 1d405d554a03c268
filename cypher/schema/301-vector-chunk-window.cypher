// purpose: vector search over ChunkWindow nodes; tenant and access key are filtered inside the search
// params: $options map {indexConfig: dimensions of the embedding model and cosine and no quantisation}
// returns: none
CYPHER 25 CREATE VECTOR INDEX chunk_window_embedding IF NOT EXISTS
FOR (n:ChunkWindow) ON n.embedding
WITH [n.tenant, n.acl, n.documentId]
OPTIONS $options
