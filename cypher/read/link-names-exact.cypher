// purpose: visible names that are written, in their normal form, like a span of the question; at most $each for a span
// params: $tenant string, $acls list<string>, $normals list<string>, $each integer
// returns: entityId, type, text, normal
UNWIND $normals AS wanted
CALL (wanted) {
  MATCH (name:Name)
  WHERE name.tenant = $tenant AND name.normal = wanted AND name.acl IN $acls
  RETURN name
  ORDER BY name.id
  LIMIT $each
}
RETURN name.entityId AS entityId, name.entityType AS type, name.text AS text, name.normal AS normal
ORDER BY normal, entityId
LIMIT 5000
