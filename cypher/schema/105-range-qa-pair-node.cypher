// purpose: finds the stored questions that a tree node answers
// params: none
// returns: none
CREATE RANGE INDEX qa_pair_node IF NOT EXISTS
FOR (n:QAPair) ON (n.nodeId)
