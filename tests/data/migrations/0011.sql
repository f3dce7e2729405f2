-- Rows as a database of version 11 has them, beside those of the versions before: when a process last ran.

INSERT INTO last_run (one, at) VALUES (1, 1777622400000) ON CONFLICT (one) DO UPDATE SET at = excluded.at;
