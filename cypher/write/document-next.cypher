// purpose: link each chunk to the one after it
// params: $rows list<map> {id; nextId}
// returns: none
UNWIND $rows AS row
MATCH (chunk:TreeNode {id: row.id})
MATCH (next:TreeNode {id: row.nextId})
MERGE (chunk)-[:NEXT]->(next)
