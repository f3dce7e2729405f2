-- The language in which the gateway speaks to a person.

-- As the person chose it; and the one in which they last used a platform, if the gateway speaks it.
ALTER TABLE users ADD COLUMN language TEXT;
ALTER TABLE users ADD COLUMN platform_language TEXT;

DROP VIEW people;
CREATE VIEW people (user_id, person, name, role, approver, timezone, quiet_from, quiet_until, language, platform_language) AS
    SELECT u.user_id, coalesce(u.person, u.user_id), u.name,
        (SELECT iif(max(m.role = 'owner'), 'owner', 'member') FROM users m
         WHERE coalesce(m.person, m.user_id) = coalesce(u.person, u.user_id)),
        (SELECT max(m.approver) FROM users m
         WHERE coalesce(m.person, m.user_id) = coalesce(u.person, u.user_id)),
        u.timezone, u.quiet_from, u.quiet_until, u.language, u.platform_language
    FROM users u;
