-- Messages that an answer offers to its person, who sends one with a press.
CREATE TABLE suggestions (
    turn_id  TEXT NOT NULL REFERENCES turns (turn_id) ON DELETE CASCADE,
    position INTEGER NOT NULL,        -- of its button, from 0
    message  TEXT NOT NULL,
    PRIMARY KEY (turn_id, position)
) STRICT, WITHOUT ROWID;
