-- The schema of version 24, just as the migrations up to it make it: a new database begins here, because they would take
-- many times as long. What a column is for is said where a migration adds it. Never edited either.

CREATE TABLE users (
    user_id    TEXT PRIMARY KEY,
    role       TEXT NOT NULL CHECK (role IN ('owner', 'member')),
    name       TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    approver INTEGER NOT NULL DEFAULT 0,
    person TEXT,
    timezone TEXT,
    quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439),
    made_approver INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE identities (
    channel     TEXT NOT NULL,
    external_id TEXT NOT NULL,
    user_id     TEXT NOT NULL REFERENCES users (user_id),
    admission   TEXT NOT NULL CHECK (admission IN ('owner', 'listed')),  -- by the owner, or by the configuration
    direct_chat TEXT,                 -- the person's private chat with the bot, once it is known
    created_at  INTEGER NOT NULL,
    by_link INTEGER NOT NULL DEFAULT 0,
    removed_at INTEGER,
    seen_at INTEGER,
    role TEXT,
    role_chat TEXT,
    gone_at INTEGER,
    PRIMARY KEY (channel, external_id)
) STRICT, WITHOUT ROWID;

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
    username TEXT,
    knocked_at INTEGER NOT NULL DEFAULT 0,
    asked_at INTEGER,
    first_event TEXT,
    first_message TEXT,
    PRIMARY KEY (channel, external_id)
) STRICT, WITHOUT ROWID;

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
    created_at   INTEGER NOT NULL,
    agent TEXT,
    parent_call TEXT,
    continues TEXT
) STRICT, WITHOUT ROWID;

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
    user_id TEXT,
    UNIQUE (channel, external_id)
) STRICT;

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

CREATE TABLE entries (
    entry_id   INTEGER PRIMARY KEY,
    turn_id    TEXT NOT NULL REFERENCES turns (turn_id),
    role       TEXT NOT NULL CHECK (role IN ('user', 'note', 'assistant')),
    text       TEXT NOT NULL,
    segment    INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    untrusted TEXT
) STRICT;

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
    untrusted TEXT,
    title TEXT NOT NULL DEFAULT '',
    error_code TEXT,
    receipt TEXT,
    UNIQUE (entry_id, ordinal)
) STRICT, WITHOUT ROWID;

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
    state          TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'expired', 'cancelled')),
    decided_by     TEXT,
    created_at     INTEGER NOT NULL,
    expires_at     INTEGER NOT NULL,
    decided_at     INTEGER,
    preview TEXT NOT NULL DEFAULT '',
    patterns TEXT NOT NULL DEFAULT '[]',
    decider TEXT NOT NULL DEFAULT 'requester' CHECK (decider IN ('requester', 'owner')),
    untrusted TEXT,
    scope TEXT CHECK (scope IN ('once', 'conversation', 'hour', 'always')),
    allowed TEXT,
    why TEXT,
    why_from TEXT,
    why_chat TEXT,
    expanded INTEGER NOT NULL DEFAULT 0,
    remind_at INTEGER,
    prompt TEXT,
    private INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE scratchpads (
    session_id TEXT PRIMARY KEY REFERENCES sessions (session_id),
    items      TEXT NOT NULL,         -- JSON array of strings
    updated_at INTEGER NOT NULL,
    untrusted TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
    row      INTEGER PRIMARY KEY,
    note_id    TEXT NOT NULL UNIQUE,
    user_id    TEXT NOT NULL REFERENCES users (user_id),
    content    TEXT NOT NULL,
    tags       TEXT NOT NULL,         -- JSON array of strings, normalised
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    session_id TEXT REFERENCES sessions (session_id),
    message_id TEXT,
    shareable INTEGER NOT NULL DEFAULT 0,
    fingerprint INTEGER,
    untrusted TEXT
) STRICT;

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
    updated_at    INTEGER NOT NULL,
    missed TEXT NOT NULL DEFAULT 'once' CHECK (missed IN ('skip', 'once', 'all')),
    grace_secs INTEGER NOT NULL DEFAULT 3600,
    overlap TEXT NOT NULL DEFAULT 'skip' CHECK (overlap IN ('skip', 'queue', 'parallel')),
    urgent INTEGER NOT NULL DEFAULT 0,
    previous_outputs INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    paused_why TEXT,
    untrusted TEXT,
    waits_for_return INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

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
    handle TEXT,
    held_for TEXT,
    failing_ms INTEGER NOT NULL DEFAULT 0,
    failed_at INTEGER,
    doubts INTEGER NOT NULL DEFAULT 0,
    claim INTEGER NOT NULL DEFAULT 0,
    UNIQUE (source, segment, part)
) STRICT;

CREATE TABLE leases (
    name       TEXT PRIMARY KEY,
    owner      TEXT NOT NULL,
    token      INTEGER NOT NULL,      -- grows with each new owner; writes check it
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE usage (
    user_id       TEXT NOT NULL REFERENCES users (user_id),
    day           TEXT NOT NULL,      -- YYYY-MM-DD
    turns         INTEGER NOT NULL DEFAULT 0,
    input_tokens  INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cost_micros   INTEGER NOT NULL DEFAULT 0,
    steps INTEGER NOT NULL DEFAULT 0,
    millis INTEGER NOT NULL DEFAULT 0,
    warned INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE tool_outputs (
    call_id    TEXT PRIMARY KEY REFERENCES tool_calls (call_id),
    session_id TEXT NOT NULL REFERENCES sessions (session_id),
    output     TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE toolset_state (
    session_id TEXT NOT NULL REFERENCES sessions (session_id),
    toolset    TEXT NOT NULL,
    state      TEXT NOT NULL,         -- JSON, the toolset's own
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (session_id, toolset)
) STRICT, WITHOUT ROWID;

CREATE TABLE attachments (
    attachment_id TEXT PRIMARY KEY,
    session_id    TEXT NOT NULL REFERENCES sessions (session_id),
    message_id    TEXT NOT NULL,
    attachment    TEXT NOT NULL,      -- JSON, as the channel gave it
    told          INTEGER NOT NULL DEFAULT 0,  -- a turn has told the model of it
    created_at    INTEGER NOT NULL,
    untrusted TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE grants (
    grant_id     TEXT PRIMARY KEY,    -- random; the button that revokes it carries it
    user_id      TEXT NOT NULL REFERENCES users (user_id),
    tool         TEXT NOT NULL,
    pattern      TEXT NOT NULL,       -- 'exact:SHA-256 of the arguments', 'kind:...' as the tool says, or '*'
    label        TEXT NOT NULL,       -- the pattern in words
    scope        TEXT NOT NULL CHECK (scope IN ('conversation', 'hour', 'always')),
    session_id   TEXT,                -- the conversation of scope 'conversation': the session, and
    context_from INTEGER,             -- the point it began at, which /new moves
    untrusted    INTEGER NOT NULL,    -- given while untrusted content was named, so it covers that too
    approval_id  TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER,
    last_used_at INTEGER,
    revoked_at   INTEGER,
    sources TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
    audit_id   INTEGER PRIMARY KEY,
    at         INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('decision', 'grant', 'revocation', 'call')),
    user_id    TEXT NOT NULL,         -- whose call or grant it is
    actor      TEXT,                  -- who did it; NULL for the program itself, as on expiry
    session_id TEXT,
    call_id    TEXT,
    tool       TEXT NOT NULL,
    outcome    TEXT NOT NULL,         -- 'approved', 'denied', 'succeeded', an error code, ...
    detail     TEXT NOT NULL          -- JSON, by kind
) STRICT;

CREATE TABLE links (
    link_id    TEXT PRIMARY KEY,      -- random; the buttons carry it
    code_hash  TEXT NOT NULL UNIQUE,
    state      TEXT NOT NULL CHECK (state IN ('offered', 'asked', 'linked', 'refused', 'replaced', 'expired')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE link_sides (
    link_id     TEXT NOT NULL REFERENCES links (link_id) ON DELETE CASCADE,
    side        TEXT NOT NULL CHECK (side IN ('maker', 'typist')),  -- who made the code, and who typed it
    channel     TEXT NOT NULL,
    external_id TEXT NOT NULL,
    chat        TEXT NOT NULL,        -- their direct chat
    name        TEXT NOT NULL,
    agreed      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (link_id, side)
) STRICT, WITHOUT ROWID;

CREATE TABLE link_guesses (
    channel     TEXT NOT NULL,
    external_id TEXT NOT NULL,
    wrong_codes INTEGER NOT NULL,
    since       INTEGER NOT NULL,
    PRIMARY KEY (channel, external_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE channel_marks (
    channel    TEXT PRIMARY KEY,
    mark       TEXT NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE missed (
    channel   TEXT NOT NULL,
    chat      TEXT NOT NULL,
    thread    TEXT NOT NULL,          -- '' for the chat's main stream
    user_id   TEXT NOT NULL REFERENCES users (user_id),
    number    INTEGER NOT NULL,       -- of the burst; the segment of its line
    messages  INTEGER NOT NULL,
    newest_at INTEGER NOT NULL,       -- when the last of them was sent
    PRIMARY KEY (channel, chat, thread, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE note_lists (
    list_id    INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (session_id),  -- whose it is, and where
    purpose    TEXT NOT NULL CHECK (purpose IN ('browse', 'forget')),
    query      TEXT,                  -- what was looked for; NULL: it lists all notes
    found      TEXT,                  -- JSON array of the ids of what was found, best first
    page       INTEGER NOT NULL DEFAULT 0,
    editing    TEXT,                  -- the note whose new text is awaited
    edit_until INTEGER,               -- and until when
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE unindexed (
    kind       TEXT NOT NULL CHECK (kind IN ('note', 'entry')),
    row        INTEGER NOT NULL,      -- notes.rowid, entries.entry_id
    part       TEXT NOT NULL CHECK (part IN ('words', 'vector')),
    attempts   INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, row, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE vector_spaces (
    space_id   INTEGER PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,  -- of the model, with whatever else its vectors depend on
    dimensions INTEGER NOT NULL,
    complete   INTEGER NOT NULL DEFAULT 0,  -- every text has a vector in this space, or waits in `unindexed` for one
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE vector_blocks (
    block_id INTEGER PRIMARY KEY,
    user_id  TEXT NOT NULL,
    space_id INTEGER NOT NULL REFERENCES vector_spaces (space_id),
    kind     TEXT NOT NULL CHECK (kind IN ('note', 'entry')),
    sketches BLOB NOT NULL            -- for each vector its `row`, 8 bytes little-endian, and a bit a dimension
) STRICT;

CREATE TABLE vectors (
    vector_id INTEGER PRIMARY KEY,
    block_id  INTEGER NOT NULL REFERENCES vector_blocks (block_id) ON DELETE CASCADE,
    kind      TEXT NOT NULL CHECK (kind IN ('note', 'entry')),
    row       INTEGER NOT NULL,
    vector    BLOB NOT NULL,          -- unit length, 16-bit fixed point (32767 is 1), little-endian
    UNIQUE (kind, row)
) STRICT;

CREATE TABLE exports (
    export_id  TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL UNIQUE REFERENCES users (user_id),
    channel    TEXT NOT NULL,         -- the person's direct chat, where the files go
    chat       TEXT NOT NULL,
    thread     TEXT NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE forgettings (
    forgetting_id TEXT PRIMARY KEY,   -- random; the buttons carry it
    state         TEXT NOT NULL CHECK (state IN ('asked', 'deleting', 'telling')),
    user_id       TEXT NOT NULL,      -- who asked, by which identity, and in which direct chat
    channel       TEXT NOT NULL,
    external_id   TEXT NOT NULL,
    chat          TEXT NOT NULL,
    salt          TEXT NOT NULL,      -- of the digests that stand for the person in the audit
    inbox_up_to   INTEGER,            -- what came into their chats later is not theirs any more
    outbox_up_to  INTEGER,
    begun_at      INTEGER,
    expires_at    INTEGER NOT NULL    -- of the question
) STRICT, WITHOUT ROWID;

CREATE TABLE forgotten_users (
    user_id       TEXT PRIMARY KEY,
    forgetting_id TEXT NOT NULL REFERENCES forgettings (forgetting_id) ON DELETE CASCADE,
    successor     TEXT                -- the user who is the owner from now on
) STRICT, WITHOUT ROWID;

CREATE TABLE forgotten_identities (
    forgetting_id TEXT NOT NULL REFERENCES forgettings (forgetting_id) ON DELETE CASCADE,
    channel       TEXT NOT NULL,
    external_id   TEXT NOT NULL,
    chat          TEXT,               -- their direct chat
    PRIMARY KEY (forgetting_id, channel, external_id)
) STRICT, WITHOUT ROWID;

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
    millis INTEGER NOT NULL DEFAULT 0,
    untrusted_goal TEXT,
    UNIQUE (schedule_id, revision, due_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE schedule_lists (
    list_id    INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (session_id),  -- whose it is, and where
    origin     TEXT NOT NULL UNIQUE,  -- the command or press that it answers
    query      TEXT,                  -- part of the names of those that it lists; NULL: it lists all
    page       INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE allowed (entry TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE file_usage (
    user_id    TEXT PRIMARY KEY REFERENCES users (user_id),
    bytes      INTEGER NOT NULL,      -- of all files, and of those that are being written
    writing    INTEGER NOT NULL,      -- how many files are being written
    changes    INTEGER NOT NULL,      -- grows with each change, so that a count of the disk can tell whether it is current
    changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE file_origins (
    user_id     TEXT NOT NULL REFERENCES users (user_id),
    path        TEXT NOT NULL,        -- as tools name it: /shared/report.pdf
    bytes       INTEGER NOT NULL,     -- the size and the time by which the saved file is recognised
    modified_at INTEGER NOT NULL,
    untrusted   TEXT,                 -- whose words it may hold, its name included, if not the person's own
    PRIMARY KEY (user_id, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE set_aside (
    kind     TEXT NOT NULL,           -- 'event', 'approval', ...
    item     TEXT NOT NULL,           -- which one, by its id
    user_id  TEXT,                    -- whose it is, if it is a user's
    channel  TEXT,                    -- who sent it, if it is an event
    sender   TEXT,
    attempts INTEGER NOT NULL,        -- failures so far
    error    TEXT NOT NULL,           -- the last one
    at       INTEGER NOT NULL,        -- and when it was
    PRIMARY KEY (kind, item)
) STRICT, WITHOUT ROWID;

CREATE TABLE first_bots (
    channel TEXT PRIMARY KEY,
    bot     TEXT NOT NULL             -- the platform's own id
) STRICT, WITHOUT ROWID;

CREATE TABLE last_run (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL,
    zone_data TEXT
) STRICT;

CREATE TABLE "summaries" (
    session_id TEXT PRIMARY KEY REFERENCES sessions (session_id),
    up_to      INTEGER NOT NULL,
    turns      INTEGER NOT NULL,      -- how many of them something was said in
    text       TEXT NOT NULL,
    untrusted  TEXT,                  -- whose words it may hold, if not the person's own
    turn_id    TEXT,                  -- the turn whose answer reports it, and the segment; NULL until one does
    segment    INTEGER NOT NULL,
    noted      TEXT NOT NULL,         -- JSON: what was saved as notes with it
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE suggestions (
    turn_id  TEXT NOT NULL REFERENCES turns (turn_id) ON DELETE CASCADE,
    position INTEGER NOT NULL,        -- of its button, from 0
    message  TEXT NOT NULL,
    PRIMARY KEY (turn_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE note_edits (
    note_id    TEXT PRIMARY KEY REFERENCES notes (note_id) ON DELETE CASCADE,
    content    TEXT NOT NULL,
    tags       TEXT NOT NULL,
    session_id TEXT REFERENCES sessions (session_id) ON DELETE SET NULL,
    message_id TEXT,
    untrusted  TEXT,
    shareable  INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    edited_at  INTEGER NOT NULL        -- what notes.updated_at was after the edit
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE notes_fts USING fts5 (owner, content, tags, tokenize = 'ascii');

CREATE VIRTUAL TABLE "entries_fts" USING fts5 (owner, text, tokenize = 'ascii');

-- What is deleted leaves nothing, and the indexer merges.
INSERT INTO notes_fts (notes_fts, rank) VALUES ('secure-delete', 1), ('automerge', 0);
INSERT INTO entries_fts (entries_fts, rank) VALUES ('secure-delete', 1), ('automerge', 0);

CREATE INDEX identities_by_user ON identities (user_id);
CREATE UNIQUE INDEX sessions_by_place ON sessions (channel, chat, thread, user_id) WHERE kind = 'chat';
CREATE INDEX inbox_waiting ON inbox (session_id, inbox_id) WHERE state = 'waiting';
CREATE INDEX inbox_by_message ON inbox (channel, chat, message_id);
CREATE INDEX inbox_written ON inbox (channel, chat, inbox_id) WHERE message_id IS NOT NULL;
CREATE INDEX inbox_by_turn ON inbox (turn_id) WHERE turn_id IS NOT NULL;
CREATE INDEX turns_open ON turns (session_id) WHERE state = 'running';
CREATE INDEX entries_by_turn ON entries (turn_id, entry_id);
CREATE INDEX tool_calls_by_turn ON tool_calls (turn_id);
CREATE INDEX approvals_pending ON approvals (expires_at) WHERE state = 'pending';
CREATE INDEX approvals_by_turn ON approvals (turn_id);
CREATE INDEX approvals_by_prompt ON approvals (outbox_id);
CREATE INDEX schedules_due ON schedules (next_run_at) WHERE status = 'active' AND next_run_at IS NOT NULL;
CREATE INDEX schedules_by_user ON schedules (user_id, created_at);
CREATE INDEX outbox_open ON outbox (channel, chat, outbox_id) WHERE state IN ('pending', 'sending', 'unknown');
CREATE INDEX outbox_arrived ON outbox (channel, chat, outbox_id) WHERE message_id IS NOT NULL;
CREATE INDEX outbox_dead ON outbox (created_at) WHERE state = 'dead';
CREATE INDEX sessions_by_run ON sessions (run_id) WHERE run_id IS NOT NULL;
CREATE UNIQUE INDEX sessions_by_parent ON sessions (parent_call) WHERE parent_call IS NOT NULL;
CREATE INDEX tool_outputs_by_expiry ON tool_outputs (expires_at);
CREATE INDEX attachments_by_session ON attachments (session_id, created_at);
CREATE INDEX approvals_by_why ON approvals (why_from, why_chat) WHERE state = 'pending' AND why_from IS NOT NULL;
CREATE INDEX approvals_by_reminder ON approvals (remind_at) WHERE state = 'pending' AND remind_at IS NOT NULL;
CREATE INDEX approvals_by_requester ON approvals (requester, created_at);
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX users_by_person ON users (coalesce(person, user_id));
CREATE INDEX link_sides_by_identity ON link_sides (channel, external_id);
CREATE INDEX inbox_by_channel ON inbox (channel);
CREATE INDEX notes_by_fingerprint ON notes (user_id, fingerprint);
CREATE INDEX notes_by_user ON notes (user_id, created_at);
CREATE INDEX note_lists_editing ON note_lists (session_id) WHERE editing IS NOT NULL;
CREATE INDEX unindexed_in_order ON unindexed (part, attempts, kind DESC, row DESC, not_before);
CREATE INDEX vector_blocks_by_user ON vector_blocks (user_id, space_id, kind);
CREATE INDEX vectors_by_block ON vectors (block_id);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX notes_by_session ON notes (session_id);
CREATE INDEX approvals_by_session ON approvals (session_id);
CREATE INDEX schedules_by_session ON schedules (session_id);
CREATE INDEX tool_outputs_by_session ON tool_outputs (session_id);
CREATE INDEX forgotten_users_by_forgetting ON forgotten_users (forgetting_id);
CREATE INDEX turns_by_end ON turns (finished_at, turn_id) WHERE finished_at IS NOT NULL;
CREATE INDEX inbox_by_age ON inbox (received_at) WHERE state = 'done';
CREATE INDEX inbox_passing ON inbox (received_at)
    WHERE kind = 'control' AND (message_id IS NULL OR body = '{"deleted":true}');

CREATE INDEX outbox_by_age ON outbox (created_at) WHERE state = 'done';
CREATE INDEX sessions_by_continued ON sessions (continues) WHERE continues IS NOT NULL;
CREATE INDEX notes_shareable ON notes (user_id) WHERE shareable;
CREATE INDEX runs_by_schedule ON runs (schedule_id, due_at);
CREATE INDEX runs_by_end ON runs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX runs_queued ON runs (due_at) WHERE status = 'queued';
CREATE INDEX runs_resuming ON runs (resume_at) WHERE status = 'retrying';
CREATE INDEX runs_held ON runs (deliver_at) WHERE delivery = 'held';
CREATE INDEX runs_to_tell_of ON runs (schedule_id) WHERE status = 'skipped' AND delivery = 'pending';
CREATE INDEX runs_by_user ON runs (user_id, started_at);
CREATE INDEX runs_under_way ON runs (schedule_id, due_at, status) WHERE finished_at IS NULL;
CREATE INDEX runs_at_work ON runs (user_id) WHERE status = 'running';
CREATE INDEX runs_failed ON runs (schedule_id, finished_at) WHERE status = 'failed';
CREATE INDEX runs_by_message ON runs (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX outbox_by_message ON outbox (channel, chat, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX identities_listed ON identities (user_id) WHERE admission = 'listed';
CREATE INDEX outbox_held ON outbox (held_for) WHERE held_for IS NOT NULL;
CREATE INDEX outbox_next ON outbox (channel, chat, outbox_id)
    WHERE state IN ('pending', 'sending', 'unknown') AND held_for IS NULL;

CREATE INDEX set_aside_by_time ON set_aside (at);
CREATE INDEX approvals_by_token ON approvals (prompt) WHERE prompt IS NOT NULL;
CREATE INDEX outbox_sent ON outbox (channel, sent_at) WHERE message_id IS NOT NULL;
CREATE INDEX inbox_written_at ON inbox (channel, received_at) WHERE message_id IS NOT NULL;
CREATE INDEX identities_by_direct_chat ON identities (channel, direct_chat) WHERE direct_chat IS NOT NULL;
CREATE INDEX sessions_by_chat ON sessions (channel, chat);
CREATE INDEX turns_waiting ON turns (session_id) WHERE state = 'waiting';
CREATE INDEX users_owner ON users (role) WHERE role = 'owner';
CREATE INDEX identities_by_link ON identities (user_id) WHERE by_link;
CREATE INDEX grants_by_user ON grants (user_id, tool);
CREATE INDEX leases_held ON leases (owner) WHERE expires_at > 0;
CREATE INDEX vector_blocks_by_space ON vector_blocks (space_id);
CREATE INDEX attachments_by_age ON attachments (created_at);
CREATE INDEX sessions_of_runs ON sessions (created_at) WHERE kind = 'run';
CREATE INDEX note_lists_by_age ON note_lists (created_at);
CREATE INDEX note_lists_by_session ON note_lists (session_id);
CREATE INDEX schedule_lists_by_age ON schedule_lists (created_at);
CREATE INDEX schedule_lists_by_session ON schedule_lists (session_id);
CREATE INDEX missed_by_user ON missed (user_id);
CREATE INDEX approvals_by_decider ON approvals (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX approvals_by_reason ON approvals (why_from) WHERE why_from IS NOT NULL;
CREATE INDEX runs_held_of_schedule ON runs (schedule_id, deliver_at) WHERE delivery = 'held';
CREATE INDEX note_edits_by_session ON note_edits (session_id);
CREATE INDEX strangers_knocking ON strangers (knocked_at) WHERE state = 'waiting' AND knocked_at > 0;
CREATE INDEX strangers_asked ON strangers (asked_at) WHERE asked_at IS NOT NULL;
CREATE INDEX strangers_first ON strangers (channel, chat, first_message) WHERE first_message IS NOT NULL;
CREATE INDEX strangers_by_age ON strangers (last_line_at) WHERE state = 'waiting' AND last_line_at > 0;
CREATE INDEX outbox_dead_of_chat ON outbox (channel, chat, outbox_id) WHERE state = 'dead';
CREATE VIEW same_person (user_id, member) AS
    SELECT a.user_id, b.user_id FROM users a
    JOIN users b ON coalesce(b.person, b.user_id) = coalesce(a.person, a.user_id);

CREATE VIEW people (user_id, person, name, role, approver, timezone, quiet_from, quiet_until) AS
    SELECT u.user_id, coalesce(u.person, u.user_id), u.name,
        (SELECT iif(max(m.role = 'owner'), 'owner', 'member') FROM users m
         WHERE coalesce(m.person, m.user_id) = coalesce(u.person, u.user_id)),
        (SELECT max(m.approver) FROM users m
         WHERE coalesce(m.person, m.user_id) = coalesce(u.person, u.user_id)),
        u.timezone, u.quiet_from, u.quiet_until
    FROM users u;

CREATE VIEW served_identities AS
    SELECT * FROM identities
    WHERE removed_at IS NULL
        AND (admission = 'owner' OR channel || ':' || external_id IN (SELECT entry FROM allowed)
            OR role IN (SELECT entry FROM allowed));

CREATE VIEW away (user_id) AS
    SELECT u.user_id FROM users u
    WHERE EXISTS (SELECT 1 FROM same_person p JOIN identities i ON i.user_id = p.member
                  WHERE p.user_id = u.user_id AND i.admission = 'listed')
        AND NOT EXISTS (SELECT 1 FROM same_person q JOIN served_identities s ON s.user_id = q.member
                        WHERE q.user_id = u.user_id);

CREATE VIEW closed_chats (channel, chat, account) AS
    SELECT i.channel, i.direct_chat, i.channel || ':' || i.external_id FROM identities i
    WHERE i.direct_chat IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM served_identities s WHERE s.channel = i.channel AND s.external_id = i.external_id);

CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;

CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE audit_id = NEW.audit_id)
BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;

CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
WHEN NEW.audit_id IS NOT OLD.audit_id OR NEW.at IS NOT OLD.at OR NEW.kind IS NOT OLD.kind
    OR NEW.tool IS NOT OLD.tool OR NEW.outcome IS NOT OLD.outcome
    OR NOT coalesce(NEW.user_id IS OLD.user_id
        OR OLD.user_id IN (SELECT user_id FROM forgotten_users)
            AND NEW.user_id GLOB 'forgotten-????????????????????????????????', 0)
    OR NOT coalesce(NEW.actor IS OLD.actor
        OR OLD.actor IN (SELECT user_id FROM forgotten_users)
            AND NEW.actor GLOB 'forgotten-????????????????????????????????', 0)
    OR NOT coalesce(NEW.session_id IS OLD.session_id
        OR OLD.user_id IN (SELECT user_id FROM forgotten_users)
            AND NEW.session_id GLOB 'forgotten-????????????????????????????????', 0)
    OR NOT coalesce(NEW.call_id IS OLD.call_id
        OR OLD.user_id IN (SELECT user_id FROM forgotten_users)
            AND NEW.call_id GLOB 'forgotten-????????????????????????????????', 0)
    OR NOT coalesce(NEW.detail IS OLD.detail
        OR OLD.user_id IN (SELECT user_id FROM forgotten_users) AND NEW.detail = '{}'
        -- Why they denied somebody else's call is in their own words.
        OR OLD.actor IN (SELECT user_id FROM forgotten_users) AND NEW.detail IS json_remove(OLD.detail, '$.why')
        -- Whom they were linked with has their account on record.
        OR OLD.tool = 'link' AND NEW.detail = '{}'
            AND EXISTS (SELECT 1 FROM forgotten_identities i
                        WHERE instr(' ' || replace(json_extract(OLD.detail, '$.label'), ',', ' ') || ' ',
                                    ' ' || i.channel || ':' || i.external_id || ' ')), 0)
BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
