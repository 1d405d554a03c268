// purpose: the next windows to embed anew, with what their text is made of
// params: $after string, $rows integer
// returns: id, text, title, sectionPath, start, end
MATCH (window:Window)
WHERE window.id > $after
WITH window
ORDER BY window.id
LIMIT $rows
MATCH (owner)-[:HAS_WINDOW]->(window)
RETURN window.id AS id, owner.text AS text, owner.title AS title, owner.sectionPath AS sectionPath,
  window.start AS start, window.end AS end
ORDER BY id
LIMIT $rows
