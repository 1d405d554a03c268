// purpose: one TreeNode for each id
// params: none
// returns: none
CREATE CONSTRAINT tree_node_id IF NOT EXISTS
FOR (n:TreeNode) REQUIRE n.id IS UNIQUE
