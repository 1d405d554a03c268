// purpose: full-text search over Summary nodes; tenant and access key are filtered inside the search
// params: none
// returns: none
CREATE FULLTEXT INDEX summary_text IF NOT EXISTS
FOR (n:Summary) ON EACH [n.lexical, n.impacts, n.tenant, n.acl, n.documentId]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
