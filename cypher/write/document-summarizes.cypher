// purpose: link each summary to the nodes that it was made from
// params: $rows list<map> {id; childId}
// returns: none
UNWIND $rows AS row
MATCH (summary:TreeNode {id: row.id})
MATCH (child:TreeNode {id: row.childId})
MERGE (summary)-[:SUMMARIZES]->(child)
