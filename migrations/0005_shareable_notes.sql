-- What a person's groups see of the notes saved elsewhere; few are marked so.
CREATE INDEX notes_shareable ON notes (user_id) WHERE shareable;
