-- Notes --------------------------------------------------------------------------------------------------------

-- Where a note came from: the conversation it was saved in, and the message that said so. NULL: not known.
ALTER TABLE notes ADD COLUMN session_id TEXT REFERENCES sessions (session_id);
ALTER TABLE notes ADD COLUMN message_id TEXT;
-- May be used in groups other than the one it was saved in.
ALTER TABLE notes ADD COLUMN shareable INTEGER NOT NULL DEFAULT 0;
-- Notes that say the same have the same; NULL until the note is indexed.
ALTER TABLE notes ADD COLUMN fingerprint INTEGER;
CREATE INDEX notes_by_fingerprint ON notes (user_id, fingerprint);
DROP INDEX notes_by_user;
CREATE INDEX notes_by_user ON notes (user_id, created_at);

-- A message that lists notes, with buttons (its rows in the outbox have the source `notes-LIST_ID`): what the buttons
-- go by, for as long as the message is there.
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
CREATE INDEX note_lists_editing ON note_lists (session_id) WHERE editing IS NOT NULL;

-- For people: what a call saved or changed, in a line that the answer ends with.
ALTER TABLE tool_calls ADD COLUMN receipt TEXT;

-- Search -------------------------------------------------------------------------------------------------------

-- Full text, as memory/words analyses it: the tokenizer only parts it at spaces. `owner` holds the user's id as one
-- token, so that a search reads only that user's rows. What is deleted leaves no trace in the index.
DROP TABLE notes_fts;
CREATE VIRTUAL TABLE notes_fts USING fts5 (owner, content, tags, tokenize = 'ascii');
INSERT INTO notes_fts (notes_fts, rank) VALUES ('secure-delete', 1);
-- `around`: what was said before and after it in the conversation.
DROP TABLE entries_fts;
CREATE VIRTUAL TABLE entries_fts USING fts5 (owner, text, around, tokenize = 'ascii');
INSERT INTO entries_fts (entries_fts, rank) VALUES ('secure-delete', 1);

-- What has yet to be made findable, by words or by meaning. Saving adds a row; a worker takes it away. There is at most
-- one row of each part for a text, and it goes with the text.
CREATE TABLE unindexed (
    kind       TEXT NOT NULL CHECK (kind IN ('note', 'entry')),
    row        INTEGER NOT NULL,      -- notes.rowid, entries.entry_id
    part       TEXT NOT NULL CHECK (part IN ('words', 'vector')),
    attempts   INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, row, part)
) STRICT, WITHOUT ROWID;
-- In the order of work: what failed comes last, notes come before what was said, and the newest first.
CREATE INDEX unindexed_in_order ON unindexed (part, attempts, kind DESC, row DESC, not_before);
INSERT INTO unindexed (kind, row, part) SELECT 'note', rowid, 'words' FROM notes;
INSERT INTO unindexed (kind, row, part) SELECT 'note', rowid, 'vector' FROM notes;
INSERT INTO unindexed (kind, row, part) SELECT 'entry', entry_id, 'words' FROM entries WHERE role <> 'note' AND text <> '';
INSERT INTO unindexed (kind, row, part) SELECT 'entry', entry_id, 'vector' FROM entries WHERE role <> 'note' AND text <> '';

-- Vectors ------------------------------------------------------------------------------------------------------

-- A vector space: vectors of different ones are never compared.
CREATE TABLE vector_spaces (
    space_id   INTEGER PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,  -- of the model, with whatever else its vectors depend on
    dimensions INTEGER NOT NULL,
    complete   INTEGER NOT NULL DEFAULT 0,  -- every text has a vector in this space, or waits in `unindexed` for one
    created_at INTEGER NOT NULL
) STRICT;

-- Up to 64 vectors of one user, space and kind. Their sketches lie together, so that a search looks at all of a user's
-- vectors by reading little, and nobody else's.
CREATE TABLE vector_blocks (
    block_id INTEGER PRIMARY KEY,
    user_id  TEXT NOT NULL,
    space_id INTEGER NOT NULL REFERENCES vector_spaces (space_id),
    kind     TEXT NOT NULL CHECK (kind IN ('note', 'entry')),
    sketches BLOB NOT NULL            -- for each vector its `row`, 8 bytes little-endian, and a bit a dimension
) STRICT;
CREATE INDEX vector_blocks_by_user ON vector_blocks (user_id, space_id, kind);

-- A text's vector; it has one, of the newest space that has come to it.
CREATE TABLE vectors (
    vector_id INTEGER PRIMARY KEY,
    block_id  INTEGER NOT NULL REFERENCES vector_blocks (block_id) ON DELETE CASCADE,
    kind      TEXT NOT NULL CHECK (kind IN ('note', 'entry')),
    row       INTEGER NOT NULL,
    vector    BLOB NOT NULL,          -- unit length, 16-bit fixed point (32767 is 1), little-endian
    UNIQUE (kind, row)
) STRICT;
CREATE INDEX vectors_by_block ON vectors (block_id);

-- Conversations ------------------------------------------------------------------------------------------------

-- What stands for the beginning of a conversation that outgrew what the model is given: of the turns from the
-- session's context_from, or the one it `continues`, up to (not including) `up_to`. A new conversation has none.
CREATE TABLE summaries (
    session_id TEXT PRIMARY KEY REFERENCES sessions (session_id),
    up_to      INTEGER NOT NULL,
    turns      INTEGER NOT NULL,      -- how many of them something was said in
    text       TEXT NOT NULL,
    untrusted  TEXT,                  -- whose words it may hold, if not the person's own
    turn_id    TEXT NOT NULL,         -- the turn that it was made for, and the stretch of its answer that says so
    segment    INTEGER NOT NULL,
    noted      TEXT NOT NULL,         -- JSON: what that turn saved as notes
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Forgetting ---------------------------------------------------------------------------------------------------

-- Whose words an event holds that no session has. NULL: a stranger's, or received by a version that did not note it.
ALTER TABLE inbox ADD COLUMN user_id TEXT;

-- What is deleted by person, and by session.
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX runs_by_user ON runs (user_id);
CREATE INDEX notes_by_session ON notes (session_id);
CREATE INDEX approvals_by_session ON approvals (session_id);
CREATE INDEX schedules_by_session ON schedules (session_id);
CREATE INDEX tool_outputs_by_session ON tool_outputs (session_id);

-- Exports that were asked for and have yet to be made.
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

-- Wishes to be forgotten. A row goes once everything else has gone, and with it the last that is known of the person.
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

-- Whom a forgetting deletes: every user of the person, and how they wrote.
CREATE TABLE forgotten_users (
    user_id       TEXT PRIMARY KEY,
    forgetting_id TEXT NOT NULL REFERENCES forgettings (forgetting_id) ON DELETE CASCADE,
    successor     TEXT                -- the user who is the owner from now on
) STRICT, WITHOUT ROWID;
CREATE INDEX forgotten_users_by_forgetting ON forgotten_users (forgetting_id);
CREATE TABLE forgotten_identities (
    forgetting_id TEXT NOT NULL REFERENCES forgettings (forgetting_id) ON DELETE CASCADE,
    channel       TEXT NOT NULL,
    external_id   TEXT NOT NULL,
    chat          TEXT,               -- their direct chat
    PRIMARY KEY (forgetting_id, channel, external_id)
) STRICT, WITHOUT ROWID;

-- The audit never loses a row, and a row never what was done, when, and how it ended. While a person is being
-- forgotten, what names them becomes a digest, and what is theirs is emptied; nothing else ever changes.
DROP TRIGGER audit_is_not_changed;
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

-- Retention ----------------------------------------------------------------------------------------------------

-- What is over, by its age.
CREATE INDEX turns_by_end ON turns (finished_at, turn_id) WHERE finished_at IS NOT NULL;
CREATE INDEX runs_by_end ON runs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX inbox_by_age ON inbox (received_at) WHERE state = 'done';
CREATE INDEX inbox_passing ON inbox (received_at)
    WHERE kind = 'control' AND (message_id IS NULL OR body = '{"deleted":true}');
CREATE INDEX outbox_by_age ON outbox (created_at) WHERE state = 'done';
CREATE INDEX sessions_by_continued ON sessions (continues) WHERE continues IS NOT NULL;
