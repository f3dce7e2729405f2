-- Sign-in to the console by a link that the bot sends, and what the owner may read there.

-- Links that open the console once. Their codes are stored as digests; the message that shows one is all that has it.
CREATE TABLE console_links (
    digest      TEXT PRIMARY KEY,      -- SHA-256 of the code
    user_id     TEXT NOT NULL REFERENCES users (user_id),
    channel     TEXT NOT NULL,         -- the account that asked for it
    external_id TEXT NOT NULL,
    shown_by    TEXT NOT NULL,         -- the source of the message that shows it
    expires_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX console_links_by_user ON console_links (user_id);

-- Browsers that are signed in, each for the account that asked for the link.
CREATE TABLE console_sessions (
    digest      TEXT PRIMARY KEY,      -- SHA-256 of the cookie's value, which is stored nowhere else
    user_id     TEXT NOT NULL REFERENCES users (user_id),
    channel     TEXT NOT NULL,
    external_id TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX console_sessions_by_user ON console_sessions (user_id);

-- Who is told that the owner may read what they write.
CREATE TABLE owner_reads (
    user_id TEXT PRIMARY KEY REFERENCES users (user_id),
    said_at INTEGER NOT NULL,          -- when the message that says so was written, as its source has it
    told_at INTEGER                    -- when it was delivered: nothing from before is shown
) STRICT, WITHOUT ROWID;
-- When the owner first read what was said in a turn of somebody else.
ALTER TABLE turns ADD COLUMN read_at INTEGER;
