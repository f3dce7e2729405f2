-- People -------------------------------------------------------------------------------------------------------

-- Users who have linked their accounts are one person, named by one of them: what one of them may see, all may. Rows
-- keep the user who made them, so that unlinking is a change here and nowhere else. NULL: nobody else.
ALTER TABLE users ADD COLUMN person TEXT;
CREATE INDEX users_by_person ON users (coalesce(person, user_id));
CREATE VIEW same_person (user_id, member) AS
    SELECT a.user_id, b.user_id FROM users a
    JOIN users b ON coalesce(b.person, b.user_id) = coalesce(a.person, a.user_id);

-- Users with what holds for the whole person: the owner's role and an approver's are those of any of them.
CREATE VIEW people (user_id, person, name, role, approver) AS
    SELECT u.user_id, coalesce(u.person, u.user_id), u.name,
        (SELECT iif(max(m.role = 'owner'), 'owner', 'member') FROM users m
         WHERE coalesce(m.person, m.user_id) = coalesce(u.person, u.user_id)),
        (SELECT max(m.approver) FROM users m
         WHERE coalesce(m.person, m.user_id) = coalesce(u.person, u.user_id))
    FROM users u;

-- Admitted by being linked to the owner, and for no longer.
ALTER TABLE identities ADD COLUMN by_link INTEGER NOT NULL DEFAULT 0;

-- A wish to link two accounts: begun by a code, and confirmed by both.
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
CREATE INDEX link_sides_by_identity ON link_sides (channel, external_id);

-- Who typed codes that were none, so that guessing ends.
CREATE TABLE link_guesses (
    channel     TEXT NOT NULL,
    external_id TEXT NOT NULL,
    wrong_codes INTEGER NOT NULL,
    since       INTEGER NOT NULL,
    PRIMARY KEY (channel, external_id)
) STRICT, WITHOUT ROWID;

-- Conversations ------------------------------------------------------------------------------------------------

-- The turn whose answer opened the thread that the session is in: the conversation goes on from there.
ALTER TABLE sessions ADD COLUMN continues TEXT;

-- How far each channel has received, in its own terms.
CREATE TABLE channel_marks (
    channel    TEXT PRIMARY KEY,
    mark       TEXT NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The newest event of a channel.
CREATE INDEX inbox_by_channel ON inbox (channel);

-- Messages that were too old to be answered when they arrived: those of a burst are counted, and have one line.
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

-- Delivery -----------------------------------------------------------------------------------------------------

-- By what the platform takes the answer to a command.
ALTER TABLE outbox ADD COLUMN handle TEXT;
