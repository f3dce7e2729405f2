INSERT INTO allowed VALUES ('telegram:43');
-- Rows as a database of version 9 has them, beside those of the versions before: a file that alice saved.

INSERT INTO file_usage (user_id, bytes, writing, changes, changed_at) VALUES ('user-alice', 4711, 1, 2, 1777622400000);
INSERT INTO file_origins (user_id, path, bytes, modified_at, untrusted)
    VALUES ('user-alice', '/shared/wifi.txt', 4711, 1777622400000, NULL);
