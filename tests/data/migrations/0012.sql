-- Rows as a database of version 12 has them, beside those of the versions before: bob's direct chat is gone.

UPDATE identities SET gone_at = 1777622400000 WHERE user_id = 'user-bob';
