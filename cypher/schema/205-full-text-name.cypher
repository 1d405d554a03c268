// purpose: full-text search over Name nodes; tenant and access key are filtered inside the search
// params: none
// returns: none
CREATE FULLTEXT INDEX name_text IF NOT EXISTS
FOR (n:Name) ON EACH [n.lexical, n.tenant, n.acl]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
