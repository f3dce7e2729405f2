-- The pictures that a turn shows to its model, until it ends.
CREATE TABLE pictures (
    turn_id       TEXT NOT NULL REFERENCES turns (turn_id),
    ordinal       INTEGER NOT NULL,   -- the order in which they came
    attachment_id TEXT,               -- the file that it is, if it came with a message
    call_id       TEXT,               -- the call that shows it; NULL if a message does
    outcome       TEXT,               -- JSON: {"drawn": {…}} or {"refused": "…"}; NULL until it was looked at
    bytes         BLOB,               -- as the model gets it; NULL unless it was drawn
    told          INTEGER NOT NULL DEFAULT 0,  -- the model, which does not see it, has read what it shows
    PRIMARY KEY (turn_id, ordinal)
) STRICT;

-- Whether a turn has looked whether its text is short enough to be given to the model with the message.
ALTER TABLE attachments ADD COLUMN given INTEGER NOT NULL DEFAULT 0;
UPDATE attachments SET given = 1;
CREATE INDEX attachments_not_given ON attachments (session_id) WHERE given = 0;

-- What a model wrote that a picture shows.
ALTER TABLE attachments ADD COLUMN description TEXT;
