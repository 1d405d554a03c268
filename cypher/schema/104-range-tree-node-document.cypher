// purpose: finds the tree nodes of a document
// params: none
// returns: none
CREATE RANGE INDEX tree_node_document IF NOT EXISTS
FOR (n:TreeNode) ON (n.documentId)
