// purpose: the rights that each access key of a tenant stands for
// params: $tenant string
// returns: id, anyOf
MATCH (key:AccessKey {tenant: $tenant})
RETURN key.id AS id, key.anyOf AS anyOf
ORDER BY id
