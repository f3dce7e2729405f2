-- A note as it was before its person last edited it in the chat, so that they can undo that.
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
CREATE INDEX note_edits_by_session ON note_edits (session_id);
