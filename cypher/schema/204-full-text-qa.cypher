// purpose: full-text search over QAPair nodes; tenant and access key are filtered inside the search
// params: none
// returns: none
CREATE FULLTEXT INDEX qa_text IF NOT EXISTS
FOR (n:QAPair) ON EACH [n.lexical, n.tenant, n.acl, n.documentId]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
