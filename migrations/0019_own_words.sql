-- What was said before and after an entry is looked at by the search, so that the index holds an entry's own words
-- alone.
CREATE VIRTUAL TABLE said_fts USING fts5 (owner, text, tokenize = 'ascii');
INSERT INTO said_fts (said_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO said_fts (rowid, owner, text) SELECT rowid, owner, text FROM entries_fts;
DROP TABLE entries_fts;
ALTER TABLE said_fts RENAME TO entries_fts;
INSERT INTO entries_fts (entries_fts, rank) VALUES ('automerge', 0);
