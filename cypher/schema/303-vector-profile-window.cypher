// purpose: vector search over ProfileWindow nodes; tenant and access key are filtered inside the search
// params: $options map {indexConfig: dimensions of the embedding model and cosine and no quantisation}
// returns: none
CYPHER 25 CREATE VECTOR INDEX profile_window_embedding IF NOT EXISTS
FOR (n:ProfileWindow) ON n.embedding
WITH [n.tenant, n.acl]
OPTIONS $options
