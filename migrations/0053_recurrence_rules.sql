-- Schedules by recurrence rules: the table again, with one more kind of cadence.
ALTER TABLE schedules RENAME TO schedules_before;
DROP INDEX schedules_due;
DROP INDEX schedules_by_user;
DROP INDEX schedules_by_session;
DROP INDEX schedules_by_hook;

CREATE TABLE schedules (
    schedule_id   TEXT PRIMARY KEY,
    user_id       TEXT NOT NULL REFERENCES users (user_id),
    session_id    TEXT NOT NULL REFERENCES sessions (session_id),  -- the chat session it was made in: its origin
    name          TEXT NOT NULL,
    goal          TEXT NOT NULL,
    reminder      INTEGER NOT NULL,   -- the goal itself is delivered, no model is called
    cadence_type  TEXT NOT NULL CHECK (cadence_type IN ('once', 'interval', 'cron', 'rrule', 'hook')),
    cadence_value TEXT NOT NULL,      -- of a hook: its name
    timezone      TEXT NOT NULL,
    notification  TEXT NOT NULL CHECK (notification IN ('always', 'conditional', 'never')),
    status        TEXT NOT NULL CHECK (status IN ('active', 'paused', 'completed')),
    revision      INTEGER NOT NULL DEFAULT 0,  -- one more for each change of the cadence
    anchor_at     INTEGER NOT NULL,   -- first due time of an interval
    next_run_at   INTEGER,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    missed TEXT NOT NULL DEFAULT 'once' CHECK (missed IN ('skip', 'once', 'all')),
    grace_secs INTEGER NOT NULL DEFAULT 3600,
    overlap TEXT NOT NULL DEFAULT 'skip' CHECK (overlap IN ('skip', 'queue', 'parallel')),
    urgent INTEGER NOT NULL DEFAULT 0,
    previous_outputs INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    paused_why TEXT,
    untrusted TEXT,
    waits_for_return INTEGER NOT NULL DEFAULT 0,
    model TEXT              -- the model that works on its runs, [models.NAME]; NULL for the usual one of runs
) STRICT, WITHOUT ROWID;
INSERT INTO schedules (schedule_id, user_id, session_id, name, goal, reminder, cadence_type, cadence_value, timezone,
                       notification, status, revision, anchor_at, next_run_at, created_at, updated_at, missed,
                       grace_secs, overlap, urgent, previous_outputs, failures, paused_why, untrusted,
                       waits_for_return, model)
    SELECT schedule_id, user_id, session_id, name, goal, reminder, cadence_type, cadence_value, timezone,
           notification, status, revision, anchor_at, next_run_at, created_at, updated_at, missed,
           grace_secs, overlap, urgent, previous_outputs, failures, paused_why, untrusted, waits_for_return,
           model
    FROM schedules_before;
DROP TABLE schedules_before;
CREATE INDEX schedules_due ON schedules (next_run_at) WHERE status = 'active' AND next_run_at IS NOT NULL;
CREATE INDEX schedules_by_user ON schedules (user_id, created_at);
CREATE INDEX schedules_by_session ON schedules (session_id);
CREATE INDEX schedules_by_hook ON schedules (cadence_value) WHERE cadence_type = 'hook';
