-- People -------------------------------------------------------------------------------------------------------

-- When the owner took an account off the list of those who are served. The configuration admits it no more; the owner
-- may, anew.
ALTER TABLE identities ADD COLUMN removed_at INTEGER;
-- When the account last did something.
ALTER TABLE identities ADD COLUMN seen_at INTEGER;
-- The entry of the configuration's list for a role that the account has, and the chat in which it was seen to have it.
ALTER TABLE identities ADD COLUMN role TEXT;
ALTER TABLE identities ADD COLUMN role_chat TEXT;
-- The owner made the user an approver; the configuration may name others.
ALTER TABLE users ADD COLUMN made_approver INTEGER NOT NULL DEFAULT 0;
-- What the configuration listed when the gateway last started, as `telegram:42`.
CREATE TABLE allowed (entry TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
-- The accounts that are served now.
CREATE VIEW served_identities AS
    SELECT * FROM identities
    WHERE removed_at IS NULL
        AND (admission = 'owner' OR channel || ':' || external_id IN (SELECT entry FROM allowed)
            OR role IN (SELECT entry FROM allowed));
-- The users of people who have accounts, none of which is served now. Few accounts are only listed.
CREATE INDEX identities_listed ON identities (user_id) WHERE admission = 'listed';
CREATE VIEW away (user_id) AS
    SELECT DISTINCT p.member FROM identities i JOIN same_person p ON p.user_id = i.user_id
    WHERE i.admission = 'listed' AND NOT EXISTS (
        SELECT 1 FROM same_person q JOIN served_identities s ON s.user_id = q.member WHERE q.user_id = i.user_id);

-- Delivery -----------------------------------------------------------------------------------------------------

-- The user for whose return a message waits.
ALTER TABLE outbox ADD COLUMN held_for TEXT;
-- The messages that wait so.
CREATE INDEX outbox_held ON outbox (held_for) WHERE held_for IS NOT NULL;
-- The open messages that do not.
CREATE INDEX outbox_next ON outbox (channel, chat, outbox_id)
    WHERE state IN ('pending', 'sending', 'unknown') AND held_for IS NULL;

-- What a person's files take on the disk, so that a save need not count them.
CREATE TABLE file_usage (
    user_id    TEXT PRIMARY KEY REFERENCES users (user_id),
    bytes      INTEGER NOT NULL,      -- of all files, and of those that are being written
    writing    INTEGER NOT NULL,      -- how many files are being written
    changes    INTEGER NOT NULL,      -- grows with each change, so that a count of the disk can tell whether it is current
    changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whose words a file that came with a message may hold, its name included, if not the person's own.
ALTER TABLE attachments ADD COLUMN untrusted TEXT;
-- Those of forwarded messages are somebody else's.
UPDATE attachments SET untrusted = 'a forwarded message' WHERE EXISTS (
    SELECT 1 FROM sessions s JOIN inbox i USING (channel, chat)
    WHERE s.session_id = attachments.session_id AND i.message_id = attachments.message_id
        AND json_extract(i.body, '$.forwarded'));

-- Whose words the files of a person hold. A file that is not here, or no longer the one that was saved, is of unknown
-- origin.
CREATE TABLE file_origins (
    user_id     TEXT NOT NULL REFERENCES users (user_id),
    path        TEXT NOT NULL,        -- as tools name it: /shared/report.pdf
    bytes       INTEGER NOT NULL,     -- the size and the time by which the saved file is recognised
    modified_at INTEGER NOT NULL,
    untrusted   TEXT,                 -- whose words it may hold, its name included, if not the person's own
    PRIMARY KEY (user_id, path)
) STRICT, WITHOUT ROWID;

-- What failed again and again for a reason other than the database, and no longer holds up anything else. Rows with
-- fewer failures than that are counters.
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
-- For retention, and for the notice to the owner.
CREATE INDEX set_aside_by_time ON set_aside (at);

-- Origin -------------------------------------------------------------------------------------------------------

-- The sources of a note's words, if they may not be the person's own.
ALTER TABLE notes ADD COLUMN untrusted TEXT;

-- What the model wrote after it had read other people's words in the same turn may repeat them.
UPDATE entries SET untrusted = (
    SELECT group_concat(untrusted, char(10)) FROM (
        SELECT c.untrusted FROM tool_calls c WHERE c.turn_id = entries.turn_id AND c.untrusted IS NOT NULL
        UNION SELECT e.untrusted FROM entries e WHERE e.turn_id = entries.turn_id AND e.untrusted IS NOT NULL))
WHERE role = 'assistant' AND turn_id IN (
    SELECT turn_id FROM tool_calls WHERE untrusted IS NOT NULL
    UNION SELECT turn_id FROM entries WHERE untrusted IS NOT NULL);

-- Approvals ----------------------------------------------------------------------------------------------------

-- The random token of the prompt that asks, which its buttons carry. NULL: asked by an earlier version, whose buttons
-- carry the number of the prompt's row in the outbox.
ALTER TABLE approvals ADD COLUMN prompt TEXT;
CREATE INDEX approvals_by_token ON approvals (prompt) WHERE prompt IS NOT NULL;
-- Only the requester decides, even in a group.
ALTER TABLE approvals ADD COLUMN private INTEGER NOT NULL DEFAULT 0;

-- Schedules ----------------------------------------------------------------------------------------------------

-- Whose words its goal may hold, where they are not the person's own; one source per line, as in entries.
ALTER TABLE schedules ADD COLUMN untrusted TEXT;
-- The same of the goal that a run has delivered or carried out.
ALTER TABLE runs ADD COLUMN untrusted_goal TEXT;

-- Grants -------------------------------------------------------------------------------------------------------

-- The sources of others' words that the prompt named, one a line: the grant covers turns with words of these and no
-- others. NULL: none, so it covers no turn with others' words; also for what was given before they were stored.
ALTER TABLE grants ADD COLUMN sources TEXT;
