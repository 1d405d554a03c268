// purpose: delete entities that nothing mentions any more
// params: $ids list<string>
// returns: none
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
DETACH DELETE entity
