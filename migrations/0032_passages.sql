-- A third kind of searchable text. A check is no part of what a table stores, so its text alone is replaced, as the manual of
-- SQLite proposes for checks; to copy millions of vectors would keep people waiting. What is created below has other
-- connections read it anew.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''note'', ''entry''', '''note'', ''entry'', ''document''')
    WHERE type = 'table' AND name IN ('vector_blocks', 'vectors');
PRAGMA writable_schema = RESET;

-- The saved documents whose text memory_search finds: those among a person's kept files.
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
CREATE UNIQUE INDEX documents_by_path ON documents (user_id, path) WHERE state <> 'gone';
CREATE INDEX documents_by_user ON documents (user_id);
-- In the order of work.
CREATE INDEX documents_to_do ON documents (state DESC, attempts, document_id, not_before) WHERE state IN ('waiting', 'gone');
INSERT INTO documents (user_id, path, bytes, modified_at, state)
    SELECT user_id, path, bytes, modified_at, 'waiting' FROM file_origins
    WHERE path LIKE '/shared/%' AND (path LIKE '%.pdf' OR path LIKE '%.docx' OR path LIKE '%.odt' OR path LIKE '%.epub'
        OR path LIKE '%.txt' OR path LIKE '%.md' OR path LIKE '%.pptx' OR path LIKE '%.xlsx' OR path LIKE '%.ods'
        OR path LIKE '%.rtf' OR path LIKE '%.eml' OR path LIKE '%.htm' OR path LIKE '%.html' OR path LIKE '%.csv');

-- Their text, in pieces that overlap.
CREATE TABLE passages (
    row         INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES documents (document_id),
    number      INTEGER NOT NULL,     -- from 1, in the order of the document
    place       TEXT,                 -- where it begins, as people say it: `page 4`
    heading     TEXT,                 -- what it stands below
    text        TEXT NOT NULL,
    UNIQUE (document_id, number)
) STRICT;
CREATE VIRTUAL TABLE passages_fts USING fts5 (owner, text, tokenize = 'ascii');
INSERT INTO passages_fts (passages_fts, rank) VALUES ('secure-delete', 1), ('automerge', 0);

-- The queue is short.
CREATE TABLE unindexed_32 (
    kind       TEXT NOT NULL CHECK (kind IN ('note', 'entry', 'document')),
    row        INTEGER NOT NULL,      -- notes.row, entries.entry_id, passages.row
    part       TEXT NOT NULL CHECK (part IN ('words', 'vector')),
    attempts   INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, row, part)
) STRICT, WITHOUT ROWID;
INSERT INTO unindexed_32 SELECT * FROM unindexed;
DROP TABLE unindexed;
ALTER TABLE unindexed_32 RENAME TO unindexed;
CREATE INDEX unindexed_in_order ON unindexed (part, attempts, kind DESC, row DESC, not_before);
