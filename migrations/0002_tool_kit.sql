-- People -------------------------------------------------------------------------------------------------------

-- May decide other people's approvals in groups: named in the configuration.
ALTER TABLE users ADD COLUMN approver INTEGER NOT NULL DEFAULT 0;

-- Conversations ------------------------------------------------------------------------------------------------

-- A session of kind 'run' without a run is a specialist's: `agent` works in it for the call `parent_call`.
ALTER TABLE sessions ADD COLUMN agent TEXT;
ALTER TABLE sessions ADD COLUMN parent_call TEXT;
CREATE INDEX sessions_by_run ON sessions (run_id) WHERE run_id IS NOT NULL;
CREATE UNIQUE INDEX sessions_by_parent ON sessions (parent_call) WHERE parent_call IS NOT NULL;

-- Whose words it holds, where they are not the person's own: 'a forwarded message', 'example.com'.
ALTER TABLE entries ADD COLUMN untrusted TEXT;
ALTER TABLE tool_calls ADD COLUMN untrusted TEXT;
ALTER TABLE scratchpads ADD COLUMN untrusted TEXT;

-- For people: what the call did, in a line.
ALTER TABLE tool_calls ADD COLUMN title TEXT NOT NULL DEFAULT '';
-- Why it has no result; NULL if it has.
ALTER TABLE tool_calls ADD COLUMN error_code TEXT;

-- Outputs longer than the model is given at once, for tool_output.
CREATE TABLE tool_outputs (
    call_id    TEXT PRIMARY KEY REFERENCES tool_calls (call_id),
    session_id TEXT NOT NULL REFERENCES sessions (session_id),
    output     TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tool_outputs_by_expiry ON tool_outputs (expires_at);

-- What a toolset remembers of a session.
CREATE TABLE toolset_state (
    session_id TEXT NOT NULL REFERENCES sessions (session_id),
    toolset    TEXT NOT NULL,
    state      TEXT NOT NULL,         -- JSON, the toolset's own
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (session_id, toolset)
) STRICT, WITHOUT ROWID;

-- Files that came with messages; their content stays with the platform until somebody needs it.
CREATE TABLE attachments (
    attachment_id TEXT PRIMARY KEY,
    session_id    TEXT NOT NULL REFERENCES sessions (session_id),
    message_id    TEXT NOT NULL,
    attachment    TEXT NOT NULL,      -- JSON, as the channel gave it
    told          INTEGER NOT NULL DEFAULT 0,  -- a turn has told the model of it
    created_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX attachments_by_session ON attachments (session_id, created_at);

-- Approvals ----------------------------------------------------------------------------------------------------

ALTER TABLE approvals ADD COLUMN preview TEXT NOT NULL DEFAULT '';   -- what matters of the arguments, a diff
ALTER TABLE approvals ADD COLUMN patterns TEXT NOT NULL DEFAULT '[]';  -- JSON [{pattern, label}], narrowest first
ALTER TABLE approvals ADD COLUMN decider TEXT NOT NULL DEFAULT 'requester' CHECK (decider IN ('requester', 'owner'));
ALTER TABLE approvals ADD COLUMN untrusted TEXT;      -- asked because the turn holds what comes from there
ALTER TABLE approvals ADD COLUMN scope TEXT CHECK (scope IN ('once', 'conversation', 'hour', 'always'));
ALTER TABLE approvals ADD COLUMN allowed TEXT;        -- the label of the pattern that was allowed beyond this call
ALTER TABLE approvals ADD COLUMN why TEXT;            -- the reason of a denial, in the person's words
ALTER TABLE approvals ADD COLUMN why_from TEXT;       -- whose next message is that reason
ALTER TABLE approvals ADD COLUMN why_chat TEXT;       -- and in which chat: CHANNEL:CHAT
ALTER TABLE approvals ADD COLUMN expanded INTEGER NOT NULL DEFAULT 0;  -- the prompt shows all choices
ALTER TABLE approvals ADD COLUMN remind_at INTEGER;   -- NULL once the reminder was posted
UPDATE approvals SET
    patterns = CASE WHEN pattern IS NULL THEN '[]'
        ELSE json_array(json_object('pattern', 'kind:' || pattern, 'label', pattern)) END,
    scope = CASE WHEN state = 'approved' THEN iif(granted, 'always', 'once') END,
    allowed = iif(granted, pattern, NULL);
ALTER TABLE approvals DROP COLUMN pattern;
ALTER TABLE approvals DROP COLUMN granted;
CREATE INDEX approvals_by_why ON approvals (why_from, why_chat) WHERE state = 'pending' AND why_from IS NOT NULL;
CREATE INDEX approvals_by_reminder ON approvals (remind_at) WHERE state = 'pending' AND remind_at IS NOT NULL;
CREATE INDEX approvals_by_requester ON approvals (requester, created_at);

ALTER TABLE grants RENAME TO grants_of_version_1;
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
    revoked_at   INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX grants_by_user ON grants (user_id, tool) WHERE revoked_at IS NULL;
INSERT INTO grants (grant_id, user_id, tool, pattern, label, scope, untrusted, approval_id, created_at, last_used_at)
    SELECT lower(hex(randomblob(16))), user_id, tool, 'kind:' || pattern, pattern, 'always', 0, approval_id, created_at,
           last_used_at
    FROM grants_of_version_1;
DROP TABLE grants_of_version_1;

-- Every decision, grant and privileged call, for good.
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
CREATE INDEX audit_by_time ON audit (at);
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
-- INSERT OR REPLACE deletes without telling the trigger above.
CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE audit_id = NEW.audit_id)
BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
