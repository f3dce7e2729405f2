-- Secrets of people, sealed with a key that is not in the database.
CREATE TABLE secrets (
    secret_id    TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (user_id),
    name         TEXT NOT NULL,
    server       TEXT NOT NULL,         -- the one server it may be sent to: https://api.example.com
    sealed       TEXT NOT NULL,         -- Base64
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    uses         INTEGER NOT NULL DEFAULT 0,
    UNIQUE (user_id, name)
) STRICT, WITHOUT ROWID;

-- A person who was asked for the value of a secret, in one direct chat.
CREATE TABLE awaited_secrets (
    user_id      TEXT PRIMARY KEY REFERENCES users (user_id),
    channel      TEXT NOT NULL,
    chat         TEXT NOT NULL,
    name         TEXT NOT NULL,
    server       TEXT NOT NULL,
    until        INTEGER NOT NULL,      -- when a message no longer counts as the value; once one came, until when its
                                        -- removal is tried
    external_id  TEXT,                  -- the event that brought the value
    message_id   TEXT,                  -- its message, which is to be removed
    outcome      TEXT                   -- 'stored', 'late', 'unusable', 'unsealed'
) STRICT, WITHOUT ROWID;
