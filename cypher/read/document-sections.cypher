// purpose: sections of a version of a document in order
// params: $prefix string of node ids, $acls list<string>, $limit integer
// returns: id, heading, level, path
MATCH (section:Section) WHERE section.id STARTS WITH $prefix AND section.acl IN $acls
RETURN section.id AS id, section.heading AS heading, section.level AS level, section.path AS path
ORDER BY section.order
LIMIT $limit
