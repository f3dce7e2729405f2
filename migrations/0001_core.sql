-- Times are milliseconds since the Unix epoch, UTC. Ids are text with a prefix that names the table.

-- People -------------------------------------------------------------------------------------------------------

CREATE TABLE users (
    user_id    TEXT PRIMARY KEY,
    role       TEXT NOT NULL CHECK (role IN ('owner', 'member')),
    name       TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE identities (
    channel     TEXT NOT NULL,
    external_id TEXT NOT NULL,
    user_id     TEXT NOT NULL REFERENCES users (user_id),
    admission   TEXT NOT NULL CHECK (admission IN ('owner', 'listed')),  -- by the owner, or by the configuration
    direct_chat TEXT,                 -- the person's private chat with the bot, once it is known
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (channel, external_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_by_user ON identities (user_id);

-- The one-time code by which the owner's first chat identity is recognised.
CREATE TABLE owner_code (
    only_row   INTEGER PRIMARY KEY CHECK (only_row = 1),
    code_hash  TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at    INTEGER
) STRICT;

CREATE TABLE strangers (
    channel      TEXT NOT NULL,
    external_id  TEXT NOT NULL,
    knock_token  TEXT NOT NULL UNIQUE,
    name         TEXT NOT NULL,
    chat         TEXT NOT NULL,
    chat_kind    TEXT NOT NULL CHECK (chat_kind IN ('direct', 'group')),
    state        TEXT NOT NULL CHECK (state IN ('waiting', 'admitted', 'refused')),
    last_line_at INTEGER NOT NULL,
    wrong_codes  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (channel, external_id)
) STRICT, WITHOUT ROWID;

-- Conversations ------------------------------------------------------------------------------------------------

CREATE TABLE sessions (
    session_id   TEXT PRIMARY KEY,
    kind         TEXT NOT NULL CHECK (kind IN ('chat', 'run')),
    channel      TEXT NOT NULL,
    chat         TEXT NOT NULL,
    thread       TEXT NOT NULL,       -- '' for the chat's main stream
    chat_kind    TEXT NOT NULL CHECK (chat_kind IN ('direct', 'group')),
    user_id      TEXT NOT NULL REFERENCES users (user_id),
    run_id       TEXT,                -- the run that a session of kind 'run' belongs to
    context_from INTEGER NOT NULL DEFAULT 0,  -- turns with a smaller seq are past: /new moves it
    created_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX sessions_by_place ON sessions (channel, chat, thread, user_id) WHERE kind = 'chat';

CREATE TABLE inbox (
    inbox_id    INTEGER PRIMARY KEY,
    channel     TEXT NOT NULL,
    external_id TEXT NOT NULL,
    chat        TEXT NOT NULL,
    session_id  TEXT,
    kind        TEXT NOT NULL CHECK (kind IN ('message', 'control', 'decision', 'due')),
    message_id  TEXT,
    body        TEXT NOT NULL,        -- JSON, by kind
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'taken', 'done')),
    turn_id     TEXT,
    sent_at     INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    UNIQUE (channel, external_id)
) STRICT;
CREATE INDEX inbox_waiting ON inbox (session_id, inbox_id) WHERE state = 'waiting';
CREATE INDEX inbox_by_message ON inbox (channel, chat, message_id);
CREATE INDEX inbox_written ON inbox (channel, chat, inbox_id) WHERE message_id IS NOT NULL;
CREATE INDEX inbox_by_turn ON inbox (turn_id) WHERE turn_id IS NOT NULL;

CREATE TABLE turns (
    turn_id          TEXT PRIMARY KEY,
    session_id       TEXT NOT NULL REFERENCES sessions (session_id),
    seq              INTEGER NOT NULL,
    state            TEXT NOT NULL CHECK (state IN ('running', 'waiting', 'done', 'failed', 'stopped')),
    cancel_requested INTEGER NOT NULL DEFAULT 0,
    reply_to         TEXT,            -- the message that the answer quotes in a group
    attempts         INTEGER NOT NULL DEFAULT 0,  -- how often it was taken up again after it broke off
    segment          INTEGER NOT NULL DEFAULT 0,  -- one more for each prompt
    steps            INTEGER NOT NULL DEFAULT 0,  -- since the person last decided, as the next four
    began_at         INTEGER NOT NULL,
    input_tokens     INTEGER NOT NULL DEFAULT 0,
    output_tokens    INTEGER NOT NULL DEFAULT 0,
    cost_micros      INTEGER NOT NULL DEFAULT 0,  -- millionths of a US dollar
    started_at       INTEGER NOT NULL,
    finished_at      INTEGER,
    UNIQUE (session_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX turns_open ON turns (session_id) WHERE state = 'running';

-- The transcript: what was said, in order; results of calls are in tool_calls.
CREATE TABLE entries (
    entry_id   INTEGER PRIMARY KEY,
    turn_id    TEXT NOT NULL REFERENCES turns (turn_id),
    role       TEXT NOT NULL CHECK (role IN ('user', 'note', 'assistant')),
    text       TEXT NOT NULL,
    segment    INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX entries_by_turn ON entries (turn_id, entry_id);

CREATE VIRTUAL TABLE entries_fts USING fts5 (owner, text, content = '', contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 2');

CREATE TABLE tool_calls (
    call_id       TEXT PRIMARY KEY,
    turn_id       TEXT NOT NULL REFERENCES turns (turn_id),
    entry_id      INTEGER NOT NULL REFERENCES entries (entry_id),
    ordinal       INTEGER NOT NULL,
    model_call_id TEXT NOT NULL,
    tool          TEXT NOT NULL,
    arguments     TEXT NOT NULL,      -- exactly as the model wrote them
    state         TEXT NOT NULL CHECK (state IN ('ready', 'asking', 'started', 'done')),
    result        TEXT NOT NULL,      -- what the model reads; says 'pending' while it is
    started_at    INTEGER,
    finished_at   INTEGER,
    UNIQUE (entry_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX tool_calls_by_turn ON tool_calls (turn_id);

-- Approvals ----------------------------------------------------------------------------------------------------

CREATE TABLE approvals (
    approval_id    TEXT PRIMARY KEY,  -- random; the buttons carry it
    call_id        TEXT NOT NULL UNIQUE REFERENCES tool_calls (call_id),
    turn_id        TEXT NOT NULL REFERENCES turns (turn_id),
    session_id     TEXT NOT NULL REFERENCES sessions (session_id),
    requester      TEXT NOT NULL REFERENCES users (user_id),
    outbox_id      INTEGER NOT NULL,  -- the prompt
    tool           TEXT NOT NULL,
    arguments      TEXT NOT NULL,
    arguments_hash TEXT NOT NULL,
    summary        TEXT NOT NULL,     -- what will happen, in words
    reason         TEXT NOT NULL,     -- why it asks
    pattern        TEXT,              -- what 'always' would allow, e.g. a host
    state          TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'expired', 'cancelled')),
    granted        INTEGER NOT NULL DEFAULT 0,
    decided_by     TEXT,
    created_at     INTEGER NOT NULL,
    expires_at     INTEGER NOT NULL,
    decided_at     INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX approvals_pending ON approvals (expires_at) WHERE state = 'pending';
CREATE INDEX approvals_by_turn ON approvals (turn_id);
CREATE INDEX approvals_by_prompt ON approvals (outbox_id);

CREATE TABLE grants (
    user_id      TEXT NOT NULL REFERENCES users (user_id),
    tool         TEXT NOT NULL,
    pattern      TEXT NOT NULL,
    approval_id  TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    PRIMARY KEY (user_id, tool, pattern)
) STRICT, WITHOUT ROWID;

-- What tools keep ----------------------------------------------------------------------------------------------

CREATE TABLE scratchpads (
    session_id TEXT PRIMARY KEY REFERENCES sessions (session_id),
    items      TEXT NOT NULL,         -- JSON array of strings
    updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
    rowid      INTEGER PRIMARY KEY,
    note_id    TEXT NOT NULL UNIQUE,
    user_id    TEXT NOT NULL REFERENCES users (user_id),
    content    TEXT NOT NULL,
    tags       TEXT NOT NULL,         -- JSON array of strings, normalised
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX notes_by_user ON notes (user_id);

-- `owner` holds the user's id as one token, so that a search reads only that user's entries.
CREATE VIRTUAL TABLE notes_fts USING fts5 (owner, content, tags, content = '', contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 2');

-- Schedules ----------------------------------------------------------------------------------------------------

CREATE TABLE schedules (
    schedule_id   TEXT PRIMARY KEY,
    user_id       TEXT NOT NULL REFERENCES users (user_id),
    session_id    TEXT NOT NULL REFERENCES sessions (session_id),  -- the chat session it was made in: its origin
    name          TEXT NOT NULL,
    goal          TEXT NOT NULL,
    reminder      INTEGER NOT NULL,   -- the goal itself is delivered, no model is called
    cadence_type  TEXT NOT NULL CHECK (cadence_type IN ('once', 'interval', 'cron')),
    cadence_value TEXT NOT NULL,
    timezone      TEXT NOT NULL,
    notification  TEXT NOT NULL CHECK (notification IN ('always', 'conditional', 'never')),
    status        TEXT NOT NULL CHECK (status IN ('active', 'paused', 'completed')),
    revision      INTEGER NOT NULL DEFAULT 0,  -- one more for each change of the cadence
    anchor_at     INTEGER NOT NULL,   -- first due time of an interval
    next_run_at   INTEGER,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX schedules_due ON schedules (next_run_at) WHERE status = 'active' AND next_run_at IS NOT NULL;
CREATE INDEX schedules_by_user ON schedules (user_id, created_at);

CREATE TABLE runs (
    run_id      TEXT PRIMARY KEY,
    schedule_id TEXT NOT NULL,        -- kept when the schedule is deleted
    user_id     TEXT NOT NULL REFERENCES users (user_id),
    revision    INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    status      TEXT NOT NULL CHECK (status IN ('running', 'waiting', 'succeeded', 'failed', 'stopped')),
    delivery    TEXT NOT NULL CHECK (delivery IN ('none', 'pending', 'delivered', 'suppressed', 'failed')),
    notify      TEXT,                 -- JSON {send, reason}: the run's own decision
    output      TEXT NOT NULL DEFAULT '',
    error       TEXT,
    cost_micros INTEGER NOT NULL DEFAULT 0,
    message_id  TEXT,
    started_at  INTEGER NOT NULL,
    finished_at INTEGER,
    UNIQUE (schedule_id, revision, due_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX runs_by_schedule ON runs (schedule_id, due_at);

-- Delivery -----------------------------------------------------------------------------------------------------

CREATE TABLE outbox (
    outbox_id  INTEGER PRIMARY KEY,
    source     TEXT NOT NULL,         -- the turn, run or other row that it comes from
    segment    INTEGER NOT NULL,
    part       INTEGER NOT NULL,
    channel    TEXT NOT NULL,
    chat       TEXT NOT NULL,
    thread     TEXT NOT NULL,
    chat_kind  TEXT NOT NULL CHECK (chat_kind IN ('direct', 'group')),
    reply_to   TEXT,
    content    TEXT NOT NULL,         -- JSON of what the message should show
    state      TEXT NOT NULL CHECK (state IN ('draft', 'pending', 'sending', 'unknown', 'done', 'dead')),
    in_flight  TEXT,                  -- the content of the attempt under way or in doubt
    message_id TEXT,
    claimed_by TEXT,                  -- the process that sends it
    attempts   INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    attempt_at INTEGER,
    repeat     INTEGER NOT NULL DEFAULT 0,  -- may have arrived before: the text says so
    error      TEXT,
    created_at INTEGER NOT NULL,
    sent_at    INTEGER,
    UNIQUE (source, segment, part)
) STRICT;
CREATE INDEX outbox_open ON outbox (channel, chat, outbox_id) WHERE state IN ('pending', 'sending', 'unknown');
CREATE INDEX outbox_arrived ON outbox (channel, chat, outbox_id) WHERE message_id IS NOT NULL;
CREATE INDEX outbox_dead ON outbox (created_at) WHERE state = 'dead';

-- Processes ----------------------------------------------------------------------------------------------------

CREATE TABLE leases (
    name       TEXT PRIMARY KEY,
    owner      TEXT NOT NULL,
    token      INTEGER NOT NULL,      -- grows with each new owner; writes check it
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What each person's turns have cost, by UTC day.
CREATE TABLE usage (
    user_id       TEXT NOT NULL REFERENCES users (user_id),
    day           TEXT NOT NULL,      -- YYYY-MM-DD
    turns         INTEGER NOT NULL DEFAULT 0,
    input_tokens  INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cost_micros   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, day)
) STRICT, WITHOUT ROWID;
