// purpose: create the entities that do not exist yet
// params: $rows list<map> {id; labels; properties} sorted by id
// returns: none
UNWIND $rows AS row
MERGE (entity:Entity {id: row.id})
ON CREATE SET entity += row.properties, entity:$(row.labels)
