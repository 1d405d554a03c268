// purpose: write summaries, not yet linked
// params: $rows list<map> {id; properties}
// returns: none
UNWIND $rows AS row
MERGE (summary:TreeNode {id: row.id})
SET summary:Summary, summary += row.properties
