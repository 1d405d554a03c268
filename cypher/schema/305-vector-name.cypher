// purpose: vector search over Name nodes; tenant and access key are filtered inside the search
// params: $options map {indexConfig: dimensions of the embedding model and cosine and no quantisation}
// returns: none
CYPHER 25 CREATE VECTOR INDEX name_embedding IF NOT EXISTS
FOR (n:Name) ON n.embedding
WITH [n.tenant, n.acl]
OPTIONS $options
