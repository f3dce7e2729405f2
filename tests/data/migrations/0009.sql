-- Rows as a database of version 9 has them, beside those of the versions before: an account that the configuration
-- lists, a file that alice saved, and what was set aside.

INSERT INTO allowed VALUES ('telegram:43');
INSERT INTO file_usage (user_id, bytes, writing, changes, changed_at) VALUES ('user-alice', 4711, 1, 2, 1777622400000);
INSERT INTO file_origins (user_id, path, bytes, modified_at, untrusted)
    VALUES ('user-alice', '/shared/wifi.txt', 4711, 1777622400000, NULL);
INSERT INTO set_aside (kind, item, user_id, channel, sender, attempts, error, at) VALUES
    ('event', 'telegram-update-1', NULL, 'telegram', '42', 3, 'alice said what cannot be stored', 1777622400000),
    ('run', 'run-1', 'user-alice', NULL, NULL, 3, 'the run of alice cannot start', 1777622400000);
