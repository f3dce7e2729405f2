-- Rows as a database of version 22 has them, beside those of the versions before: a note as it was before an edit.

INSERT INTO note_edits SELECT note_id, 'the wifi code is 4710', tags, session_id, message_id, untrusted, shareable, created_at, updated_at
    FROM notes ORDER BY note_id LIMIT 1;
