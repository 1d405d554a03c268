// purpose: texts of some entities within a reader's scope, for scoring them against a question
// params: $tenant string, $acls list<string>, $ids list<string>
// returns: id, text, language
UNWIND $ids AS wanted
MATCH (profile:Profile {id: wanted})
WHERE profile.tenant = $tenant AND profile.acl IN $acls
RETURN profile.id AS id, profile.text AS text, coalesce(profile.language, 'en') AS language
ORDER BY id
LIMIT 10000
