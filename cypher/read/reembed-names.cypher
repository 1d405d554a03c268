// purpose: the next names to embed anew; only those that were embedded before
// params: $after string, $rows integer
// returns: id, text
MATCH (name:Name)
WHERE name.id > $after AND name.embedding IS NOT NULL
RETURN name.id AS id, name.text AS text
ORDER BY id
LIMIT $rows
