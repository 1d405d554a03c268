// purpose: link the outermost sections to the building version of their document
// params: $rows list<map> {buildingId; id}
// returns: none
UNWIND $rows AS row
MATCH (document:Document {id: row.buildingId})
MATCH (section:Section {id: row.id})
MERGE (document)-[:HAS_SECTION]->(section)
