// purpose: what the server says of itself
// params: none
// returns: version, edition
CALL dbms.components() YIELD name, versions, edition
WITH name, versions, edition
WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version, edition
LIMIT 1
