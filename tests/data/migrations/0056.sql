-- Rows as a database of version 56 has them, beside those of the versions before: a schedule that is over.

INSERT INTO schedules (schedule_id, user_id, session_id, name, goal, reminder, cadence_type, cadence_value, timezone,
                       notification, status, anchor_at, created_at, updated_at)
VALUES ('schedule-over', 'user-alice', 'session-alice', 'Cake', 'fetch the cake', 1, 'once', '2026-05-01T09:00:00Z',
        'Europe/Berlin', 'always', 'completed', 1777622400000, 1777622400000, 1777626000000);
