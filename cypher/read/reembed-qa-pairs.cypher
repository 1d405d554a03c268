// purpose: the next stored questions to embed anew
// params: $after string, $rows integer
// returns: id, text
MATCH (pair:QAPair)
WHERE pair.id > $after
RETURN pair.id AS id, pair.question AS text
ORDER BY id
LIMIT $rows
