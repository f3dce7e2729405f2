-- When the person last deleted or replaced one of their notes: no summary saves what they said before then.
ALTER TABLE users ADD COLUMN notes_withdrawn_at INTEGER;
-- Whether a note that was saved or changed in the turn has been deleted: searches leave out the turn.
ALTER TABLE turns ADD COLUMN unsearchable INTEGER NOT NULL DEFAULT 0;
