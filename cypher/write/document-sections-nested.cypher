// purpose: link sections to the section that holds them
// params: $rows list<map> {parentId; id}
// returns: none
UNWIND $rows AS row
MATCH (parent:Section {id: row.parentId})
MATCH (section:Section {id: row.id})
MERGE (parent)-[:HAS_SECTION]->(section)
