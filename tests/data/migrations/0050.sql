-- Rows as a database of version 50 has them, beside those of the versions before: a browser is signed in to the console, a
-- link waits, and alice was told that the owner may read.

INSERT INTO console_links (digest, user_id, channel, external_id, shown_by, expires_at)
    VALUES ('digest-of-link', 'user-alice', 'telegram', '42', 'command-telegram-4712', 1777623000000);
INSERT INTO console_sessions (digest, user_id, channel, external_id, created_at, expires_at)
    VALUES ('digest-of-cookie', 'user-alice', 'telegram', '42', 1777622400000, 1780214400000);
INSERT INTO owner_reads (user_id, said_at, told_at) VALUES ('user-alice', 1777622400000, 1777622401000);
UPDATE turns SET read_at = 1777622402000 WHERE turn_id = (SELECT min(turn_id) FROM turns);
