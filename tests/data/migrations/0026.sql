-- Rows as a database of version 26 has them, beside those of the versions before: a hook, its secret and a call.

INSERT INTO schedules (schedule_id, user_id, session_id, name, goal, reminder, cadence_type, cadence_value, timezone,
                       notification, status, anchor_at, next_run_at, created_at, updated_at)
VALUES ('schedule-hook', 'user-alice', 'session-alice', 'doorbell', 'doorbell', 1, 'hook', 'doorbell', 'UTC',
        'always', 'active', 1777622400000, NULL, 1777622400000, 1777622400000);
INSERT INTO hook_secrets (schedule_id, user_id, sealed, shown_by)
VALUES ('schedule-hook', 'user-alice', 'AAAA', NULL);
INSERT INTO hook_calls (run_id, schedule_id, user_id, call_key, received_at, body)
VALUES ('run-hook', 'schedule-hook', 'user-alice', 'key-1', 1777622400000, 'Somebody rang.');
