-- Rows as a database of version 53 has them, beside those of the versions before: a schedule by a recurrence rule.

INSERT INTO schedules (schedule_id, user_id, session_id, name, goal, reminder, cadence_type, cadence_value, timezone,
                       notification, status, anchor_at, next_run_at, created_at, updated_at)
VALUES ('schedule-rule', 'user-alice', 'session-alice', 'Bins', 'put the bins out', 1, 'rrule',
        'DTSTART:20260505T090000 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'Europe/Berlin', 'always', 'active',
        1777622400000, 1777964400000, 1777622400000, 1777622400000);
