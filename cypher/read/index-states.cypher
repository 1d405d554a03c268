// purpose: every index of the database with its shape and state; also those behind constraints
// params: none
// returns: name, state, type, labels, properties, settings
SHOW INDEXES
YIELD name, state, type, labelsOrTypes, properties, options
RETURN name, state, type, labelsOrTypes AS labels, properties, options.indexConfig AS settings
ORDER BY name
LIMIT 10000
