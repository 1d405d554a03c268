// purpose: full-text search over Profile nodes; tenant and access key are filtered inside the search
// params: none
// returns: none
CREATE FULLTEXT INDEX profile_text IF NOT EXISTS
FOR (n:Profile) ON EACH [n.lexical, n.impacts, n.tenant, n.acl]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
