-- Rows as a database of version 39 has them, beside those of the versions before: an album of two messages.

INSERT INTO album_messages (outbox_id, place, message_id)
SELECT outbox_id, 1, '4712' FROM outbox WHERE message_id IS NOT NULL LIMIT 1;
