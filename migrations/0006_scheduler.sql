-- People -------------------------------------------------------------------------------------------------------

-- The zone that a person's times are in; NULL: the host's. All users of a person have the same.
ALTER TABLE users ADD COLUMN timezone TEXT;
-- The hours in which scheduled results wait, in minutes after midnight there; NULL: none.
ALTER TABLE users ADD COLUMN quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439);
ALTER TABLE users ADD COLUMN quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439);

DROP VIEW people;
CREATE VIEW people (user_id, person, name, role, approver, timezone, quiet_from, quiet_until) AS
    SELECT u.user_id, coalesce(u.person, u.user_id), u.name,
        (SELECT iif(max(m.role = 'owner'), 'owner', 'member') FROM users m
         WHERE coalesce(m.person, m.user_id) = coalesce(u.person, u.user_id)),
        (SELECT max(m.approver) FROM users m
         WHERE coalesce(m.person, m.user_id) = coalesce(u.person, u.user_id)),
        u.timezone, u.quiet_from, u.quiet_until
    FROM users u;

-- Schedules ----------------------------------------------------------------------------------------------------

-- What becomes of due times that passed while the bot was away: none of them runs; the last one does, if it is no
-- longer ago than the grace; all do that are not.
ALTER TABLE schedules ADD COLUMN missed TEXT NOT NULL DEFAULT 'once' CHECK (missed IN ('skip', 'once', 'all'));
ALTER TABLE schedules ADD COLUMN grace_secs INTEGER NOT NULL DEFAULT 3600;
-- What a due time does while the run of another is not over.
ALTER TABLE schedules ADD COLUMN overlap TEXT NOT NULL DEFAULT 'skip' CHECK (overlap IN ('skip', 'queue', 'parallel'));
-- Its results do not wait for quiet hours to end.
ALTER TABLE schedules ADD COLUMN urgent INTEGER NOT NULL DEFAULT 0;
-- How many of its last outputs a run is given.
ALTER TABLE schedules ADD COLUMN previous_outputs INTEGER NOT NULL DEFAULT 0;
-- Runs in a row that failed.
ALTER TABLE schedules ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
-- Why the bot paused it; NULL where the person did.
ALTER TABLE schedules ADD COLUMN paused_why TEXT;

-- Runs ---------------------------------------------------------------------------------------------------------

ALTER TABLE runs RENAME TO runs_before;
DROP INDEX runs_by_schedule;
DROP INDEX runs_by_user;
DROP INDEX runs_by_end;

CREATE TABLE runs (
    run_id        TEXT PRIMARY KEY,
    schedule_id   TEXT NOT NULL,      -- kept when the schedule is deleted
    user_id       TEXT NOT NULL REFERENCES users (user_id),
    revision      INTEGER NOT NULL,
    due_at        INTEGER NOT NULL,   -- when it was asked for, where it is not of the timetable
    cause         TEXT NOT NULL DEFAULT 'due' CHECK (cause IN ('due', 'asked')),
    status        TEXT NOT NULL CHECK (status IN
                      ('queued', 'running', 'waiting', 'retrying', 'succeeded', 'failed', 'stopped', 'skipped')),
    missed        INTEGER NOT NULL DEFAULT 0,  -- due times up to this one that passed without a run
    attempts      INTEGER NOT NULL DEFAULT 1,  -- begun
    resume_at     INTEGER,            -- when the next attempt begins
    delivery      TEXT NOT NULL CHECK (delivery IN
                      ('none', 'pending', 'held', 'delivered', 'suppressed', 'failed')),
    deliver_at    INTEGER,            -- when what is held is sent
    deliveries    INTEGER NOT NULL DEFAULT 0,  -- times it was sent: one more than it was put off
    done_at       INTEGER,            -- when the person said that it is done
    notify        TEXT,               -- JSON {send, reason}: the run's own decision
    output        TEXT NOT NULL DEFAULT '',
    error         TEXT,
    steps         INTEGER NOT NULL DEFAULT 0,  -- of the model, in all attempts
    input_tokens  INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cost_micros   INTEGER NOT NULL DEFAULT 0,
    message_id    TEXT,
    started_at    INTEGER NOT NULL,
    finished_at   INTEGER,
    UNIQUE (schedule_id, revision, due_at)
) STRICT, WITHOUT ROWID;
INSERT INTO runs (run_id, schedule_id, user_id, revision, due_at, status, delivery, notify, output, error,
                  cost_micros, message_id, started_at, finished_at, deliveries)
    SELECT run_id, schedule_id, user_id, revision, due_at, status, delivery, notify, output, error,
           cost_micros, message_id, started_at, finished_at, delivery IN ('pending', 'delivered', 'failed')
    FROM runs_before;
DROP TABLE runs_before;
CREATE INDEX runs_by_schedule ON runs (schedule_id, due_at);
CREATE INDEX runs_by_user ON runs (user_id);
CREATE INDEX runs_by_end ON runs (finished_at) WHERE finished_at IS NOT NULL;
-- What the scheduler goes on with.
CREATE INDEX runs_queued ON runs (due_at) WHERE status = 'queued';
CREATE INDEX runs_resuming ON runs (resume_at) WHERE status = 'retrying';
CREATE INDEX runs_held ON runs (deliver_at) WHERE delivery = 'held';
CREATE INDEX runs_to_tell_of ON runs (schedule_id) WHERE status = 'skipped' AND delivery = 'pending';
CREATE INDEX runs_under_way ON runs (user_id, schedule_id) WHERE status IN ('running', 'waiting', 'retrying');

-- In the chat --------------------------------------------------------------------------------------------------

-- A message that lists schedules, with buttons (its row in the outbox has the source `schedules-LIST_ID`): what the
-- buttons go by, for as long as the message is there.
CREATE TABLE schedule_lists (
    list_id    INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (session_id),  -- whose it is, and where
    origin     TEXT NOT NULL UNIQUE,  -- the command or press that it answers
    query      TEXT,                  -- part of the names of those that it lists; NULL: it lists all
    page       INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
) STRICT;
