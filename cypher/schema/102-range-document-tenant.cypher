// purpose: finds the documents of a tenant
// params: none
// returns: none
CREATE RANGE INDEX document_tenant IF NOT EXISTS
FOR (n:Document) ON (n.tenant)
