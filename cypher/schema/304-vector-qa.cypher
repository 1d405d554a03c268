// purpose: vector search over QAPair nodes; tenant and access key are filtered inside the search
// params: $options map {indexConfig: dimensions of the embedding model and cosine and no quantisation}
// returns: none
CYPHER 25 CREATE VECTOR INDEX qa_embedding IF NOT EXISTS
FOR (n:QAPair) ON n.embedding
WITH [n.tenant, n.acl, n.documentId]
OPTIONS $options
