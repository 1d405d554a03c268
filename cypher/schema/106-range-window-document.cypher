// purpose: finds the windows of a document
// params: none
// returns: none
CREATE RANGE INDEX window_document IF NOT EXISTS
FOR (n:Window) ON (n.documentId)
