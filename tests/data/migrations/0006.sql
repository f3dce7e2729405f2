-- Rows as a database of version 6 has them, beside those of the versions before.

UPDATE users SET timezone = 'Europe/Paris', quiet_from = 1320, quiet_until = 420 WHERE user_id = 'user-alice';
INSERT INTO runs (run_id, schedule_id, user_id, revision, due_at, cause, status, attempts, delivery, deliver_at,
                  deliveries, output, started_at, finished_at)
    VALUES ('run-6', 'schedule-1', 'user-alice', 0, 1777622400001, 'asked', 'succeeded', 2, 'held', 1777626000000,
            1, 'stretch', 1777622400000, 1777622400000);
INSERT INTO schedule_lists (list_id, session_id, origin, query, page, created_at)
    VALUES (1, 'session-alice', 'command-telegram-7', 'alice', 0, 1777622400000);
