// purpose: access keys of the documents that use names; none for a name that no document uses
// params: $ids list<string>
// returns: id, acls
UNWIND $ids AS id
MATCH (name:Name {id: id})
OPTIONAL MATCH (name)<-[uses:USES_NAME]-()
RETURN name.id AS id, collect(DISTINCT uses.acl) AS acls
ORDER BY id
