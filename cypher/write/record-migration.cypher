// purpose: records that a schema file was applied
// params: $name string, $checksum string
// returns: none
MERGE (m:Meta {id: 'migration:' + $name})
ON CREATE SET m.name = $name, m.checksum = $checksum, m.appliedAt = datetime()
