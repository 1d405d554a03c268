// purpose: removes imported entities that the files no longer hold, with all their relations
// params: $ids list<string>
// returns: none
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
DETACH DELETE entity
