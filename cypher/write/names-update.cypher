// purpose: set the access key of names
// params: $rows list<map> {id; acl}
// returns: none
UNWIND $rows AS row
MATCH (name:Name {id: row.id})
SET name.acl = row.acl
