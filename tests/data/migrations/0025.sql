-- Rows as a database of version 25 has them, beside those of the versions before: a secret, and one that is awaited.

INSERT INTO secrets (secret_id, user_id, name, server, sealed, created_at, last_used_at, uses)
VALUES ('secret-1', 'user-alice', 'github', 'https://api.example.com', 'AAAA', 1777622400000, NULL, 0);
INSERT INTO awaited_secrets (user_id, channel, chat, name, server, until)
VALUES ('user-alice', 'telegram', '42', 'gitlab', 'https://api.example.com', 1777622400000);
