// purpose: write sections, not yet linked
// params: $rows list<map> {id; properties}
// returns: none
UNWIND $rows AS row
MERGE (section:Section {id: row.id})
SET section += row.properties
