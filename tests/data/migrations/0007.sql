-- Rows as a database of version 7 has them, beside those of the versions before.

INSERT INTO usage (user_id, day, turns, steps, millis, warned) VALUES ('user-alice', '2026-04-30', 1, 3, 4200, 1);
UPDATE runs SET millis = 900 WHERE run_id = 'run-6';
