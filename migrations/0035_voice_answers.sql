-- Answers that are to be spoken, until the voice message is in the outbox.
CREATE TABLE voice_answers (
    source     TEXT NOT NULL,         -- of the answer's text in the outbox, with its segment
    segment    INTEGER NOT NULL,
    text       TEXT NOT NULL,         -- what the voice says
    created_at INTEGER NOT NULL,
    PRIMARY KEY (source, segment)
) STRICT, WITHOUT ROWID;
