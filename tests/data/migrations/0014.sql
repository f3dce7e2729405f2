-- Rows as a database of version 14 has them, beside those of the versions before: no answer has told of a summary yet.

UPDATE summaries SET turn_id = NULL WHERE session_id = 'session-alice';
