// purpose: drops an index of ours, by its name in the schema files
// params: $name string
// returns: none
DROP INDEX $name IF EXISTS
