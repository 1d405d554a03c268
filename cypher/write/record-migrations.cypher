// purpose: records that schema files were applied
// params: $rows list<map> of {name; checksum}
// returns: none
UNWIND $rows AS row
MERGE (m:Meta {id: 'migration:' + row.name})
ON CREATE SET m.name = row.name, m.checksum = row.checksum, m.appliedAt = datetime()
