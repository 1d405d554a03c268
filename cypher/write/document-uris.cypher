// purpose: set the addresses of documents
// params: $rows list<map> {documentId; uris}
// returns: none
UNWIND $rows AS row
MATCH (document:Document {id: row.documentId})
SET document.uris = row.uris
