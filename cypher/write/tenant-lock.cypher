// purpose: lock a tenant until the end of the transaction, so that changes of shared facts and counts follow each other
// params: $id string, $tenant string
// returns: none
MERGE (lock:Meta {id: $id})
SET lock.tenant = $tenant
