-- The number of a note is called as in the tables that name it: `rowid` is a word of SQLite's own.
ALTER TABLE notes RENAME COLUMN rowid TO row;
