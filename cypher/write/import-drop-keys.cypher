// purpose: removes access keys under which an imported graph keeps nothing any more
// params: $ids list<string>
// returns: none
UNWIND $ids AS id
MATCH (key:AccessKey {id: id})
DELETE key
