-- Rows as a database of version 55 has them, beside those of the versions before: a message with a secret is to be
-- removed.

INSERT INTO awaited_secrets (user_id, message_id, channel, chat, name, server, until, external_id, outcome)
VALUES ('user-alice', '4711', 'test', 'alice', 'forge', 'https://api.example.com', 1777622400000, 'm4711', 'stored');
