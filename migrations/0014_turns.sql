-- A summary is written after an answer, and told of in the next one: until then, no turn reports it.
CREATE TABLE summaries_new (
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
INSERT INTO summaries_new SELECT * FROM summaries;
DROP TABLE summaries;
ALTER TABLE summaries_new RENAME TO summaries;

-- The direct chats of accounts that are not served now, though they were.
CREATE VIEW closed_chats (channel, chat, account) AS
    SELECT i.channel, i.direct_chat, i.channel || ':' || i.external_id FROM identities i
    WHERE i.direct_chat IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM served_identities s WHERE s.channel = i.channel AND s.external_id = i.external_id);
