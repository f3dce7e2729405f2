-- Rows as a database of version 51 has them, beside those of the versions before: alice uses a platform in German, and is
-- spoken to in French.

UPDATE users SET language = 'fr', platform_language = 'de' WHERE user_id = 'user-alice';
