// purpose: removes up to $limit counts that a run which did not end has left
// params: $prefix string, $limit integer
// returns: swept
CALL () {
  MATCH (counted:TermCount) WHERE counted.id STARTS WITH $prefix RETURN counted
  UNION ALL
  MATCH (counted:CollectionCount) WHERE counted.id STARTS WITH $prefix RETURN counted
}
WITH counted LIMIT $limit
DELETE counted
RETURN count(*) AS swept
