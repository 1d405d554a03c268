// purpose: delete names that no document uses any more
// params: $ids list<string>
// returns: none
UNWIND $ids AS id
MATCH (name:Name {id: id})
DETACH DELETE name
