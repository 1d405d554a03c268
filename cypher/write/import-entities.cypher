// purpose: creates entities of an imported graph, or sets all their properties and their label anew
// params: $rows list<map> of {id string; label string; oldLabel string; properties map}
// returns: none
UNWIND $rows AS row
MERGE (entity:Entity {id: row.id})
REMOVE entity:$(row.oldLabel)
SET entity = row.properties, entity:$(row.label)
