// purpose: names of entities that documents use
// params: $ids list<string> of documents
// returns: id
UNWIND $ids AS documentId
MATCH (:Document {id: documentId})-[:USES_NAME]->(name:Name)
RETURN DISTINCT name.id AS id
ORDER BY id
