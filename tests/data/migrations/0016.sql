-- Rows as a database of version 16 has them, beside those of the versions before: messages that were claimed.

UPDATE outbox SET claim = 2 WHERE message_id IS NOT NULL;
