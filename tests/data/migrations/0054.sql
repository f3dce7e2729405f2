-- Rows as a database of version 54 has them, beside those of the versions before: alice has deleted a note.

UPDATE users SET notes_withdrawn_at = 1777622400000 WHERE user_id = 'user-alice';
