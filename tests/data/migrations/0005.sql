-- Rows as a database of version 5 has them, beside those of the versions before.

INSERT INTO notes (note_id, user_id, content, tags, created_at, updated_at, shareable)
    VALUES ('note-5', 'user-alice', 'The bins go out on Mondays.', '["home"]', 1777622400000, 1777622400000, 1);
