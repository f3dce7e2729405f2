-- Rows as a database of version 41 has them, beside those of the versions before: a file that was saved in a conversation.

UPDATE file_origins SET session_id = (SELECT session_id FROM sessions LIMIT 1);
