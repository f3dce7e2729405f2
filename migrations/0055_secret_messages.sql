-- A person may give a second secret while the message with the first one is still to be removed: a row for each.
CREATE TABLE awaited_secrets_2 (
    user_id      TEXT NOT NULL REFERENCES users (user_id),
    message_id   TEXT NOT NULL,         -- the message with the value, which is to be removed; '' while it is awaited
    channel      TEXT NOT NULL,
    chat         TEXT NOT NULL,
    name         TEXT NOT NULL,
    server       TEXT NOT NULL,
    until        INTEGER NOT NULL,      -- when a message no longer counts as the value; once one came, until when its
                                        -- removal is tried
    external_id  TEXT,                  -- the event that brought the value
    outcome      TEXT,                  -- 'stored', 'late', 'unusable', 'unsealed', 'no_form'
    PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
INSERT INTO awaited_secrets_2
SELECT user_id, coalesce(message_id, ''), channel, chat, name, server, until, external_id, outcome FROM awaited_secrets;
DROP TABLE awaited_secrets;
ALTER TABLE awaited_secrets_2 RENAME TO awaited_secrets;
