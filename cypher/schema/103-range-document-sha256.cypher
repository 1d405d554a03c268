// purpose: finds the document that holds the same bytes
// params: none
// returns: none
CREATE RANGE INDEX document_sha256 IF NOT EXISTS
FOR (n:Document) ON (n.tenant, n.sha256)
