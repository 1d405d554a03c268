// purpose: record how files of a job fare
// params: $rows list<map> {id; state; outcome; reason}
// returns: none
UNWIND $rows AS row
MATCH (file:Job {id: row.id})
SET file.state = row.state, file.outcome = row.outcome, file.reason = row.reason
