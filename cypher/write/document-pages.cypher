// purpose: write pages below the building version of their document
// params: $rows list<map> {buildingId; id; properties}
// returns: none
UNWIND $rows AS row
MATCH (document:Document {id: row.buildingId})
MERGE (page:Page {id: row.id})
SET page += row.properties
MERGE (document)-[:HAS_PAGE]->(page)
