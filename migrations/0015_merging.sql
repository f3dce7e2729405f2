-- The full-text indexes are merged in the background, not in the commits for which people wait (store/search/merge.rs).
INSERT INTO entries_fts (entries_fts, rank) VALUES ('automerge', 0);
INSERT INTO notes_fts (notes_fts, rank) VALUES ('automerge', 0);
