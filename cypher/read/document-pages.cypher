// purpose: pages of a version of a document in order
// params: $prefix string of node ids, $acls list<string>, $limit integer
// returns: number, source, problems
MATCH (page:Page) WHERE page.id STARTS WITH $prefix AND page.acl IN $acls
RETURN page.number AS number, page.source AS source, page.problems AS problems
ORDER BY number
LIMIT $limit
