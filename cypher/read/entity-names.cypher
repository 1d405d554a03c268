// purpose: names of entities with the entity's own normal form
// params: $ids list<string> of entities
// returns: id, texts
UNWIND $ids AS id
MATCH (entity:Entity {id: id})<-[:NAMES]-(name:Name)
WHERE name.normal = entity.normal
RETURN entity.id AS id, collect(name.text) AS texts
ORDER BY id
