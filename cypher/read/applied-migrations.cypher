// purpose: which schema files were applied, and what they held then
// params: none
// returns: name, checksum
MATCH (m:Meta)
WHERE m.id STARTS WITH 'migration:'
RETURN m.name AS name, m.checksum AS checksum
ORDER BY name
LIMIT 10000
