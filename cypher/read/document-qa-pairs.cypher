// purpose: QA pairs of a version of a document
// params: $prefix string of node ids, $acls list<string>, $limit integer
// returns: id, question, answer, kind
MATCH (pair:QAPair) WHERE pair.id STARTS WITH $prefix AND pair.acl IN $acls AND pair.state = 'active'
RETURN pair.id AS id, pair.question AS question, pair.answer AS answer, pair.kind AS kind
ORDER BY id
LIMIT $limit
