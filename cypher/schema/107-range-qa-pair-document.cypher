// purpose: finds the stored questions of a document
// params: none
// returns: none
CREATE RANGE INDEX qa_pair_document IF NOT EXISTS
FOR (n:QAPair) ON (n.documentId)
