-- The schema of version 53, just as the migrations up to it make it: a new database begins here, because they would
-- take many times as long. What a column is for is said where a migration adds it. Never edited; the schema of a later
-- version may take its place.

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
    made_approver INTEGER NOT NULL DEFAULT 0,
    language TEXT,
    platform_language TEXT
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
    continues TEXT,
    client TEXT
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
    cached_tokens INTEGER NOT NULL DEFAULT 0,
    interrupted INTEGER NOT NULL DEFAULT 0,
    read_at INTEGER,
    UNIQUE (session_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE entries (
    entry_id   INTEGER PRIMARY KEY,
    turn_id    TEXT NOT NULL REFERENCES turns (turn_id),
    role       TEXT NOT NULL CHECK (role IN ('user', 'note', 'assistant')),
    text       TEXT NOT NULL,
    segment    INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    untrusted TEXT,
    reasoning TEXT
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
    private INTEGER NOT NULL DEFAULT 0,
    basis TEXT,
    question TEXT,
    answer TEXT,
    reviewed INTEGER NOT NULL DEFAULT 0
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
    cached_tokens INTEGER NOT NULL DEFAULT 0,
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
    untrusted TEXT,
    given INTEGER NOT NULL DEFAULT 0,
    description TEXT,
    unreadable TEXT
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
    sources TEXT,
    for_everybody INTEGER NOT NULL DEFAULT 0
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
    kind     TEXT NOT NULL CHECK (kind IN ('note', 'entry', 'draft', 'document')),
    sketches BLOB NOT NULL            -- for each vector its `row`, 8 bytes little-endian, and a bit a dimension
) STRICT;

CREATE TABLE vectors (
    vector_id INTEGER PRIMARY KEY,
    block_id  INTEGER NOT NULL REFERENCES vector_blocks (block_id) ON DELETE CASCADE,
    kind      TEXT NOT NULL CHECK (kind IN ('note', 'entry', 'draft', 'document')),
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
    cached_tokens INTEGER NOT NULL DEFAULT 0,
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

CREATE TABLE allowed (entry TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

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
    untrusted   TEXT,
    session_id TEXT,                 -- whose words it may hold, its name included, if not the person's own
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

CREATE TABLE secrets (
    secret_id    TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (user_id),
    name         TEXT NOT NULL,
    server       TEXT NOT NULL,         -- the one server it may be sent to: https://api.example.com
    sealed       TEXT NOT NULL,         -- Base64
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    uses         INTEGER NOT NULL DEFAULT 0,
    UNIQUE (user_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE awaited_secrets (
    user_id      TEXT PRIMARY KEY REFERENCES users (user_id),
    channel      TEXT NOT NULL,
    chat         TEXT NOT NULL,
    name         TEXT NOT NULL,
    server       TEXT NOT NULL,
    until        INTEGER NOT NULL,      -- when a message no longer counts as the value; once one came, until when its
                                        -- removal is tried
    external_id  TEXT,                  -- the event that brought the value
    message_id   TEXT,                  -- its message, which is to be removed
    outcome      TEXT                   -- 'stored', 'late', 'unusable', 'unsealed'
) STRICT, WITHOUT ROWID;

CREATE TABLE hook_secrets (
    schedule_id TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL REFERENCES users (user_id),
    sealed      TEXT NOT NULL,         -- Base64
    shown_by    TEXT                   -- the source of the message that still shows it
) STRICT, WITHOUT ROWID;

CREATE TABLE hook_calls (
    run_id      TEXT PRIMARY KEY,
    schedule_id TEXT NOT NULL,
    user_id     TEXT NOT NULL REFERENCES users (user_id),
    call_key    TEXT NOT NULL,         -- the same for each repetition of a call
    received_at INTEGER NOT NULL,
    body        TEXT NOT NULL,
    UNIQUE (schedule_id, call_key)
) STRICT;

CREATE TABLE mcp_clients (
    client_id    TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (user_id),
    name         TEXT NOT NULL,
    digest       TEXT NOT NULL UNIQUE,  -- SHA-256 of its token, which is stored nowhere else
    session_id   TEXT NOT NULL REFERENCES sessions (session_id),  -- the conversation in which it was made, where it asks
    shown_by     TEXT,                  -- the source of the message that shows the token; NULL once it does not
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    UNIQUE (user_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE pictures (
    turn_id       TEXT NOT NULL REFERENCES turns (turn_id),
    ordinal       INTEGER NOT NULL,   -- the order in which they came
    attachment_id TEXT,               -- the file that it is, if it came with a message
    call_id       TEXT,               -- the call that shows it; NULL if a message does
    outcome       TEXT,               -- JSON: {"drawn": {…}} or {"refused": "…"}; NULL until it was looked at
    bytes         BLOB,               -- as the model gets it; NULL unless it was drawn
    told          INTEGER NOT NULL DEFAULT 0,
    responses INTEGER NOT NULL DEFAULT 0,  -- the model, which does not see it, has read what it shows
    PRIMARY KEY (turn_id, ordinal)
) STRICT;

CREATE TABLE documents (
    document_id INTEGER PRIMARY KEY,
    user_id     TEXT NOT NULL,        -- in whose folder the file is
    path        TEXT NOT NULL,        -- path, size and time as in `file_origins`
    bytes       INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'read', 'unreadable', 'full', 'gone')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    not_before  INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE passages (
    row         INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES documents (document_id),
    number      INTEGER NOT NULL,     -- from 1, in the order of the document
    place       TEXT,                 -- where it begins, as people say it: `page 4`
    heading     TEXT,                 -- what it stands below
    text        TEXT NOT NULL,
    UNIQUE (document_id, number)
) STRICT;

CREATE TABLE voice_answers (
    source     TEXT NOT NULL,         -- of the answer's text in the outbox, with its segment
    segment    INTEGER NOT NULL,
    text       TEXT NOT NULL,         -- what the voice says
    created_at INTEGER NOT NULL,
    PRIMARY KEY (source, segment)
) STRICT, WITHOUT ROWID;

CREATE TABLE album_messages (
    outbox_id  INTEGER NOT NULL REFERENCES outbox (outbox_id) ON DELETE CASCADE,
    place      INTEGER NOT NULL,      -- of its file in the album, from 1: the first file's is 0
    message_id TEXT NOT NULL,
    PRIMARY KEY (outbox_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE sites (
    site_id      TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL UNIQUE REFERENCES users (user_id),
    title        TEXT NOT NULL,
    description  TEXT NOT NULL,
    language     TEXT NOT NULL,          -- as in HTML: en, de-AT
    theme        TEXT NOT NULL,          -- JSON
    base_url     TEXT,
    name         TEXT UNIQUE,            -- its folder, and its address below that of all; NULL before it was published
    untrusted    TEXT,                   -- the sources of other people's words in these settings, one a line
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,       -- of the settings
    published_at INTEGER,
    published    TEXT                    -- JSON of the site as it was last published
) STRICT;

CREATE TABLE site_previews (
    digest     TEXT PRIMARY KEY,         -- SHA-256 of the token
    site_id    TEXT NOT NULL REFERENCES sites (site_id),
    expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE site_pages (
    page_id     TEXT PRIMARY KEY,
    site_id     TEXT NOT NULL REFERENCES sites (site_id),
    title       TEXT NOT NULL,
    slug        TEXT NOT NULL,
    description TEXT NOT NULL,
    status      TEXT NOT NULL CHECK (status IN ('draft', 'published')),
    is_home     INTEGER NOT NULL,
    position    INTEGER NOT NULL,        -- from 0, without gaps
    untrusted   TEXT,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    UNIQUE (site_id, slug)
) STRICT;

CREATE TABLE site_sections (
    section_id TEXT PRIMARY KEY,
    page_id    TEXT NOT NULL REFERENCES site_pages (page_id),
    site_id    TEXT NOT NULL REFERENCES sites (site_id),
    template   TEXT NOT NULL,
    content    TEXT NOT NULL,            -- JSON: the fields of the template
    position   INTEGER NOT NULL,         -- on the page, from 0, without gaps
    untrusted  TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE site_navigation (
    item_id    TEXT PRIMARY KEY,
    site_id    TEXT NOT NULL REFERENCES sites (site_id),
    label      TEXT NOT NULL,
    page_id    TEXT REFERENCES site_pages (page_id),
    url        TEXT,
    position   INTEGER NOT NULL,         -- from 0, without gaps
    visible    INTEGER NOT NULL,
    untrusted  TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK ((page_id IS NULL) <> (url IS NULL))
) STRICT;

CREATE TABLE site_redirects (
    site_id TEXT NOT NULL REFERENCES sites (site_id),
    slug    TEXT NOT NULL,
    page_id TEXT NOT NULL REFERENCES site_pages (page_id),
    PRIMARY KEY (site_id, slug)
) STRICT, WITHOUT ROWID;

CREATE TABLE "site_revisions" (
    revision_id TEXT PRIMARY KEY,
    site_id     TEXT NOT NULL REFERENCES sites (site_id),
    user_id     TEXT NOT NULL REFERENCES users (user_id),  -- who changed it
    number      INTEGER NOT NULL,        -- counts the changes of a site
    at          INTEGER NOT NULL,
    subject     TEXT NOT NULL,           -- the kind of thing that changed: page, section, …
    subject_id  TEXT NOT NULL,
    what        TEXT NOT NULL,           -- in plain words
    untrusted   TEXT,
    before      TEXT NOT NULL,           -- JSON: the rows that it changed, as they were
    after       TEXT NOT NULL,           -- JSON: the same as they became
    undoes      TEXT,                    -- the revision that it undid
    undone      INTEGER NOT NULL DEFAULT 0,
    UNIQUE (site_id, number)
) STRICT;

CREATE TABLE site_pictures (
    picture_id TEXT PRIMARY KEY,
    site_id    TEXT NOT NULL REFERENCES sites (site_id),
    name       TEXT NOT NULL,            -- of the file from which it was made
    alt        TEXT NOT NULL,            -- what it shows; may be empty
    caption    TEXT,
    hash       TEXT NOT NULL,            -- SHA-256 of the file from which it was made
    bytes      INTEGER NOT NULL,         -- what its files take
    width      INTEGER NOT NULL,         -- of the widest variant, in pixels
    height     INTEGER NOT NULL,
    variants   TEXT NOT NULL,            -- JSON: its files, each with width, height and format
    credit     TEXT,                     -- JSON: who took it, where that has to be said
    session_id TEXT REFERENCES sessions (session_id) ON DELETE SET NULL,  -- the conversation in which it came
    untrusted  TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (site_id, hash)
) STRICT;

CREATE TABLE site_posts (
    post_id      TEXT PRIMARY KEY,
    site_id      TEXT NOT NULL REFERENCES sites (site_id),
    title        TEXT NOT NULL,
    slug         TEXT NOT NULL,
    body         TEXT NOT NULL,          -- Markdown
    excerpt      TEXT,
    author       TEXT,
    status       TEXT NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
    tags         TEXT NOT NULL,          -- JSON: a list of texts
    published_at INTEGER,                -- the date that it shows; NULL before it was published
    untrusted    TEXT,                   -- the sources of other people's words, one a line
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    UNIQUE (site_id, slug)
) STRICT;

CREATE TABLE site_post_redirects (
    site_id TEXT NOT NULL REFERENCES sites (site_id),
    slug    TEXT NOT NULL,
    post_id TEXT NOT NULL REFERENCES site_posts (post_id),
    PRIMARY KEY (site_id, slug)
) STRICT, WITHOUT ROWID;

CREATE TABLE site_messages (
    message_id  TEXT PRIMARY KEY,
    site_id     TEXT NOT NULL REFERENCES sites (site_id),
    page        TEXT NOT NULL,           -- the title of the page with the form; empty if unknown
    name        TEXT NOT NULL,           -- this and the next two as the visitor wrote them
    email       TEXT NOT NULL,
    message     TEXT NOT NULL,
    address     TEXT NOT NULL,           -- keyed digest of the visitor's network address
    content     TEXT NOT NULL,           -- SHA-256 of what was written, by which a repetition is known
    received_at INTEGER NOT NULL
) STRICT;

CREATE TABLE site_blocked_senders (
    message_id TEXT PRIMARY KEY,         -- the message below which the owner pressed
    site_id    TEXT NOT NULL REFERENCES sites (site_id),
    email      TEXT NOT NULL,            -- in lower case
    address    TEXT NOT NULL,            -- as in site_messages
    blocked_at INTEGER NOT NULL
) STRICT;

CREATE TABLE site_address_keys (
    site_id TEXT PRIMARY KEY REFERENCES sites (site_id),
    sealed  TEXT NOT NULL                -- Base64; the vault opens it
) STRICT;

CREATE TABLE site_collections (
    collection_id TEXT PRIMARY KEY,
    site_id       TEXT NOT NULL REFERENCES sites (site_id),
    title         TEXT NOT NULL,
    slug          TEXT NOT NULL,
    description   TEXT NOT NULL,         -- what stands above the entries; may be empty
    untrusted     TEXT,                  -- the sources of other people's words, one a line
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    UNIQUE (site_id, slug)
) STRICT;

CREATE TABLE site_entries (
    entry_id      TEXT PRIMARY KEY,
    collection_id TEXT NOT NULL REFERENCES site_collections (collection_id),
    site_id       TEXT NOT NULL REFERENCES sites (site_id),
    title         TEXT NOT NULL,
    slug          TEXT NOT NULL,
    summary       TEXT NOT NULL,         -- may be empty, as may the body
    body          TEXT NOT NULL,         -- Markdown
    picture_id    TEXT,                  -- of site_pictures, or of a picture that is deleted
    link          TEXT,
    status        TEXT NOT NULL CHECK (status IN ('draft', 'published')),
    position      INTEGER NOT NULL,      -- in the collection, from 0, without gaps
    untrusted     TEXT,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    UNIQUE (collection_id, slug)
) STRICT;

CREATE TABLE site_shares (
    site_id   TEXT PRIMARY KEY REFERENCES sites (site_id),
    channel   TEXT NOT NULL,
    chat      TEXT NOT NULL,
    shared_at INTEGER NOT NULL,
    UNIQUE (channel, chat)
) STRICT;

CREATE TABLE site_reviewers (
    site_id TEXT NOT NULL REFERENCES site_shares (site_id),
    user_id TEXT NOT NULL REFERENCES users (user_id),
    PRIMARY KEY (site_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE site_texts (
    row        INTEGER PRIMARY KEY,
    site_id    TEXT NOT NULL REFERENCES sites (site_id),
    subject    TEXT NOT NULL,         -- page, section, post, entry or picture
    subject_id TEXT NOT NULL,
    number     INTEGER NOT NULL,      -- from 1, in the order of the subject's text
    heading    TEXT,                  -- what it stands below: the title of a section's page
    text       TEXT NOT NULL,         -- empty until the text of a row from before version 49 is read
    UNIQUE (subject, subject_id, number)
) STRICT;

CREATE TABLE "unindexed" (
    kind       TEXT NOT NULL CHECK (kind IN ('note', 'entry', 'draft', 'document')),
    row        INTEGER NOT NULL,      -- notes.row, entries.entry_id, site_texts.row, passages.row
    part       TEXT NOT NULL CHECK (part IN ('words', 'vector')),
    attempts   INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, row, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE console_links (
    digest      TEXT PRIMARY KEY,      -- SHA-256 of the code
    user_id     TEXT NOT NULL REFERENCES users (user_id),
    channel     TEXT NOT NULL,         -- the account that asked for it
    external_id TEXT NOT NULL,
    shown_by    TEXT NOT NULL,         -- the source of the message that shows it
    expires_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE console_sessions (
    digest      TEXT PRIMARY KEY,      -- SHA-256 of the cookie's value, which is stored nowhere else
    user_id     TEXT NOT NULL REFERENCES users (user_id),
    channel     TEXT NOT NULL,
    external_id TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE owner_reads (
    user_id TEXT PRIMARY KEY REFERENCES users (user_id),
    said_at INTEGER NOT NULL,          -- when the message that says so was written, as its source has it
    told_at INTEGER                    -- when it was delivered: nothing from before is shown
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_by_model (
    user_id       TEXT NOT NULL REFERENCES users (user_id),
    day           TEXT NOT NULL,               -- YYYY-MM-DD
    model         TEXT NOT NULL,               -- its name for people: openai gpt-5
    steps         INTEGER NOT NULL DEFAULT 0,  -- calls of the model
    input_tokens  INTEGER NOT NULL DEFAULT 0,
    cached_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cost_micros   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, day, model)
) STRICT, WITHOUT ROWID;

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

CREATE VIRTUAL TABLE notes_fts USING fts5 (owner,
    content,
    tags,
    tokenize = 'ascii');

CREATE VIRTUAL TABLE "entries_fts" USING fts5 (owner,
    text,
    tokenize = 'ascii');

CREATE VIRTUAL TABLE passages_fts USING fts5 (owner,
    text,
    tokenize = 'ascii');

-- What is deleted leaves nothing, and the indexer merges.
INSERT INTO notes_fts (notes_fts, rank) VALUES ('secure-delete', 1), ('automerge', 0);
INSERT INTO entries_fts (entries_fts, rank) VALUES ('secure-delete', 1), ('automerge', 0);
INSERT INTO passages_fts (passages_fts, rank) VALUES ('secure-delete', 1), ('automerge', 0);

CREATE INDEX identities_by_user ON identities (user_id);
CREATE UNIQUE INDEX sessions_by_place ON sessions (channel,
    chat,
    thread,
    user_id) WHERE kind = 'chat';
CREATE INDEX inbox_waiting ON inbox (session_id,
    inbox_id) WHERE state = 'waiting';
CREATE INDEX inbox_by_message ON inbox (channel,
    chat,
    message_id);
CREATE INDEX inbox_written ON inbox (channel,
    chat,
    inbox_id) WHERE message_id IS NOT NULL;
CREATE INDEX inbox_by_turn ON inbox (turn_id) WHERE turn_id IS NOT NULL;
CREATE INDEX turns_open ON turns (session_id) WHERE state = 'running';
CREATE INDEX entries_by_turn ON entries (turn_id,
    entry_id);
CREATE INDEX tool_calls_by_turn ON tool_calls (turn_id);
CREATE INDEX approvals_pending ON approvals (expires_at) WHERE state = 'pending';
CREATE INDEX approvals_by_turn ON approvals (turn_id);
CREATE INDEX approvals_by_prompt ON approvals (outbox_id);
CREATE INDEX outbox_open ON outbox (channel,
    chat,
    outbox_id) WHERE state IN ('pending',
    'sending',
    'unknown');
CREATE INDEX outbox_arrived ON outbox (channel,
    chat,
    outbox_id) WHERE message_id IS NOT NULL;
CREATE INDEX outbox_dead ON outbox (created_at) WHERE state = 'dead';
CREATE INDEX sessions_by_run ON sessions (run_id) WHERE run_id IS NOT NULL;
CREATE UNIQUE INDEX sessions_by_parent ON sessions (parent_call) WHERE parent_call IS NOT NULL;
CREATE INDEX tool_outputs_by_expiry ON tool_outputs (expires_at);
CREATE INDEX attachments_by_session ON attachments (session_id,
    created_at);
CREATE INDEX approvals_by_why ON approvals (why_from,
    why_chat) WHERE state = 'pending' AND why_from IS NOT NULL;
CREATE INDEX approvals_by_reminder ON approvals (remind_at) WHERE state = 'pending' AND remind_at IS NOT NULL;
CREATE INDEX approvals_by_requester ON approvals (requester,
    created_at);
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX users_by_person ON users (coalesce(person, user_id));
CREATE INDEX link_sides_by_identity ON link_sides (channel,
    external_id);
CREATE INDEX inbox_by_channel ON inbox (channel);
CREATE INDEX notes_by_fingerprint ON notes (user_id,
    fingerprint);
CREATE INDEX notes_by_user ON notes (user_id,
    created_at);
CREATE INDEX note_lists_editing ON note_lists (session_id) WHERE editing IS NOT NULL;
CREATE INDEX vector_blocks_by_user ON vector_blocks (user_id,
    space_id,
    kind);
CREATE INDEX vectors_by_block ON vectors (block_id);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX notes_by_session ON notes (session_id);
CREATE INDEX approvals_by_session ON approvals (session_id);
CREATE INDEX tool_outputs_by_session ON tool_outputs (session_id);
CREATE INDEX forgotten_users_by_forgetting ON forgotten_users (forgetting_id);
CREATE INDEX turns_by_end ON turns (finished_at,
    turn_id) WHERE finished_at IS NOT NULL;
CREATE INDEX inbox_by_age ON inbox (received_at) WHERE state = 'done';
CREATE INDEX inbox_passing ON inbox (received_at)
    WHERE kind = 'control' AND (message_id IS NULL OR body = '{"deleted":true}');
CREATE INDEX outbox_by_age ON outbox (created_at) WHERE state = 'done';
CREATE INDEX sessions_by_continued ON sessions (continues) WHERE continues IS NOT NULL;
CREATE INDEX notes_shareable ON notes (user_id) WHERE shareable;
CREATE INDEX runs_by_schedule ON runs (schedule_id,
    due_at);
CREATE INDEX runs_by_end ON runs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX runs_queued ON runs (due_at) WHERE status = 'queued';
CREATE INDEX runs_resuming ON runs (resume_at) WHERE status = 'retrying';
CREATE INDEX runs_held ON runs (deliver_at) WHERE delivery = 'held';
CREATE INDEX runs_to_tell_of ON runs (schedule_id) WHERE status = 'skipped' AND delivery = 'pending';
CREATE INDEX runs_by_user ON runs (user_id,
    started_at);
CREATE INDEX runs_under_way ON runs (schedule_id,
    due_at,
    status) WHERE finished_at IS NULL;
CREATE INDEX runs_at_work ON runs (user_id) WHERE status = 'running';
CREATE INDEX runs_failed ON runs (schedule_id,
    finished_at) WHERE status = 'failed';
CREATE INDEX runs_by_message ON runs (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX outbox_by_message ON outbox (channel,
    chat,
    message_id) WHERE message_id IS NOT NULL;
CREATE INDEX identities_listed ON identities (user_id) WHERE admission = 'listed';
CREATE INDEX outbox_held ON outbox (held_for) WHERE held_for IS NOT NULL;
CREATE INDEX outbox_next ON outbox (channel,
    chat,
    outbox_id)
    WHERE state IN ('pending',
    'sending',
    'unknown') AND held_for IS NULL;
CREATE INDEX set_aside_by_time ON set_aside (at);
CREATE INDEX approvals_by_token ON approvals (prompt) WHERE prompt IS NOT NULL;
CREATE INDEX outbox_sent ON outbox (channel,
    sent_at) WHERE message_id IS NOT NULL;
CREATE INDEX inbox_written_at ON inbox (channel,
    received_at) WHERE message_id IS NOT NULL;
CREATE INDEX identities_by_direct_chat ON identities (channel,
    direct_chat) WHERE direct_chat IS NOT NULL;
CREATE INDEX sessions_by_chat ON sessions (channel,
    chat);
CREATE INDEX turns_waiting ON turns (session_id) WHERE state = 'waiting';
CREATE INDEX users_owner ON users (role) WHERE role = 'owner';
CREATE INDEX identities_by_link ON identities (user_id) WHERE by_link;
CREATE INDEX grants_by_user ON grants (user_id,
    tool);
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
CREATE INDEX runs_held_of_schedule ON runs (schedule_id,
    deliver_at) WHERE delivery = 'held';
CREATE INDEX note_edits_by_session ON note_edits (session_id);
CREATE INDEX strangers_knocking ON strangers (knocked_at) WHERE state = 'waiting' AND knocked_at > 0;
CREATE INDEX strangers_asked ON strangers (asked_at) WHERE asked_at IS NOT NULL;
CREATE INDEX strangers_first ON strangers (channel,
    chat,
    first_message) WHERE first_message IS NOT NULL;
CREATE INDEX strangers_by_age ON strangers (last_line_at) WHERE state = 'waiting' AND last_line_at > 0;
CREATE INDEX outbox_dead_of_chat ON outbox (channel,
    chat,
    outbox_id) WHERE state = 'dead';
CREATE INDEX hook_secrets_shown ON hook_secrets (shown_by) WHERE shown_by IS NOT NULL;
CREATE INDEX hook_secrets_by_user ON hook_secrets (user_id);
CREATE INDEX hook_calls_by_hook ON hook_calls (schedule_id,
    received_at);
CREATE INDEX hook_calls_by_user ON hook_calls (user_id);
CREATE INDEX hook_calls_by_age ON hook_calls (received_at);
CREATE INDEX grants_for_everybody ON grants (pattern) WHERE for_everybody = 1;
CREATE INDEX mcp_clients_by_session ON mcp_clients (session_id);
CREATE INDEX sessions_of_clients ON sessions (client,
    created_at) WHERE client IS NOT NULL;
CREATE INDEX attachments_not_given ON attachments (session_id) WHERE given = 0;
CREATE UNIQUE INDEX documents_by_path ON documents (user_id,
    path) WHERE state <> 'gone';
CREATE INDEX documents_by_user ON documents (user_id);
CREATE INDEX documents_to_do ON documents (state DESC,
    attempts,
    document_id,
    not_before) WHERE state IN ('waiting',
    'gone');
CREATE INDEX album_messages_by_message ON album_messages (message_id);
CREATE INDEX site_previews_by_site ON site_previews (site_id,
    expires_at);
CREATE INDEX site_pages_in_order ON site_pages (site_id,
    position);
CREATE UNIQUE INDEX site_pages_home ON site_pages (site_id) WHERE is_home = 1;
CREATE INDEX site_sections_in_order ON site_sections (page_id,
    position);
CREATE INDEX site_sections_by_site ON site_sections (site_id);
CREATE INDEX site_navigation_in_order ON site_navigation (site_id,
    position);
CREATE INDEX site_navigation_by_page ON site_navigation (page_id) WHERE page_id IS NOT NULL;
CREATE INDEX site_redirects_by_page ON site_redirects (page_id);
CREATE INDEX site_revisions_by_subject ON site_revisions (subject_id,
    number);
CREATE INDEX site_revisions_to_undo ON site_revisions (site_id,
    number) WHERE undone = 0 AND undoes IS NULL;
CREATE INDEX site_revisions_by_user ON site_revisions (user_id);
CREATE INDEX site_pictures_in_order ON site_pictures (site_id,
    created_at,
    picture_id);
CREATE INDEX site_pictures_by_session ON site_pictures (session_id);
CREATE INDEX site_post_redirects_by_post ON site_post_redirects (post_id);
CREATE INDEX site_messages_by_site ON site_messages (site_id,
    received_at);
CREATE INDEX site_messages_by_address ON site_messages (site_id,
    address,
    received_at);
CREATE INDEX site_messages_by_content ON site_messages (site_id,
    content,
    received_at);
CREATE INDEX site_messages_by_age ON site_messages (received_at);
CREATE INDEX site_blocked_senders_by_email ON site_blocked_senders (site_id,
    email);
CREATE INDEX site_blocked_senders_by_address ON site_blocked_senders (site_id,
    address);
CREATE INDEX site_blocked_senders_by_time ON site_blocked_senders (site_id,
    blocked_at);
CREATE INDEX site_entries_in_order ON site_entries (collection_id,
    position);
CREATE INDEX site_entries_by_site ON site_entries (site_id);
CREATE INDEX site_reviewers_by_user ON site_reviewers (user_id);
CREATE INDEX site_texts_by_site ON site_texts (site_id,
    subject);
CREATE INDEX unindexed_in_order ON unindexed (part,
    attempts,
    kind DESC,
    row DESC,
    not_before);
CREATE INDEX console_links_by_user ON console_links (user_id);
CREATE INDEX console_sessions_by_user ON console_sessions (user_id);
CREATE INDEX schedules_due ON schedules (next_run_at) WHERE status = 'active' AND next_run_at IS NOT NULL;
CREATE INDEX schedules_by_user ON schedules (user_id,
    created_at);
CREATE INDEX schedules_by_session ON schedules (session_id);
CREATE INDEX schedules_by_hook ON schedules (cadence_value) WHERE cadence_type = 'hook';

CREATE VIEW same_person (user_id,
    member) AS
    SELECT a.user_id, b.user_id FROM users a
    JOIN users b ON coalesce(b.person,
    b.user_id) = coalesce(a.person,
    a.user_id);

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

CREATE VIEW closed_chats (channel,
    chat,
    account) AS
    SELECT i.channel, i.direct_chat, i.channel || ':' || i.external_id FROM identities i
    WHERE i.direct_chat IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM served_identities s WHERE s.channel = i.channel AND s.external_id = i.external_id);

CREATE VIEW site_deciders (channel,
    chat,
    people) AS
    SELECT h.channel, h.chat, (
        SELECT group_concat(person, ' ') FROM (
            SELECT o.person FROM sites t JOIN people o ON o.user_id = t.user_id WHERE t.site_id = h.site_id
            UNION SELECT o.person FROM site_reviewers r JOIN people o ON o.user_id = r.user_id
            WHERE r.site_id = h.site_id))
    FROM site_shares h;

CREATE VIEW people (user_id,
    person,
    name,
    role,
    approver,
    timezone,
    quiet_from,
    quiet_until,
    language,
    platform_language) AS
    SELECT u.user_id, coalesce(u.person,
    u.user_id), u.name,
        (SELECT iif(max(m.role = 'owner'), 'owner', 'member') FROM users m
         WHERE coalesce(m.person, m.user_id) = coalesce(u.person, u.user_id)),
        (SELECT max(m.approver) FROM users m
         WHERE coalesce(m.person, m.user_id) = coalesce(u.person, u.user_id)),
        u.timezone, u.quiet_from, u.quiet_until, u.language, u.platform_language
    FROM users u;

CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT,
    'the audit is append-only'); END;

CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE audit_id = NEW.audit_id)
    BEGIN SELECT RAISE(ABORT,
    'the audit is append-only'); END;

CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
WHEN NEW.audit_id IS NOT OLD.audit_id OR NEW.at IS NOT OLD.at OR NEW.kind IS NOT OLD.kind
    OR NEW.tool IS NOT OLD.tool OR NEW.outcome IS NOT OLD.outcome
    OR NOT coalesce(NEW.user_id IS OLD.user_id
        OR OLD.user_id IN (SELECT user_id FROM forgotten_users)
            AND NEW.user_id GLOB 'forgotten-????????????????????????????????',
            0)
    OR NOT coalesce(NEW.actor IS OLD.actor
        OR OLD.actor IN (SELECT user_id FROM forgotten_users)
            AND NEW.actor GLOB 'forgotten-????????????????????????????????',
            0)
    OR NOT coalesce(NEW.session_id IS OLD.session_id
        OR OLD.user_id IN (SELECT user_id FROM forgotten_users)
            AND NEW.session_id GLOB 'forgotten-????????????????????????????????',
            0)
    OR NOT coalesce(NEW.call_id IS OLD.call_id
        OR OLD.user_id IN (SELECT user_id FROM forgotten_users)
            AND NEW.call_id GLOB 'forgotten-????????????????????????????????',
            0)
    OR NOT coalesce(NEW.detail IS OLD.detail
        OR OLD.user_id IN (SELECT user_id FROM forgotten_users) AND NEW.detail = '{}'
        -- Why they denied somebody else's call is in their own words.
        OR OLD.actor IN (SELECT user_id FROM forgotten_users) AND NEW.detail IS json_remove(OLD.detail, '$.why')
        -- Whom they were linked with has their account on record.
        OR OLD.tool = 'link' AND NEW.detail = '{}'
            AND EXISTS (SELECT 1 FROM forgotten_identities i
                        WHERE instr(' ' || replace(json_extract(OLD.detail, '$.label'), ',', ' ') || ' ',
                                    ' ' || i.channel || ':' || i.external_id || ' ')),
                                    0)
    BEGIN SELECT RAISE(ABORT,
    'the audit is append-only'); END;

CREATE TRIGGER album_is_sent_anew AFTER UPDATE OF message_id ON outbox WHEN NEW.message_id IS NULL
BEGIN DELETE FROM album_messages WHERE outbox_id = NEW.outbox_id; END;
