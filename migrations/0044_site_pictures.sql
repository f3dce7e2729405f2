-- The pictures of a website. Their files are in the owner's workspace, under the names that the variants have.
CREATE TABLE site_pictures (
    picture_id TEXT PRIMARY KEY,
    site_id    TEXT NOT NULL REFERENCES sites (site_id),
    name       TEXT NOT NULL,            -- of the file from which it was made
    alt        TEXT NOT NULL,            -- what it shows; may be empty
    caption    TEXT,
    hash       TEXT NOT NULL,            -- SHA-256 of the file from which it was made
    bytes      INTEGER NOT NULL,         -- what its files take
    width      INTEGER NOT NULL,         -- of the widest variant, in pixels
    height     INTEGER NOT NULL,
    variants   TEXT NOT NULL,            -- JSON: its files, each with width, height and format
    credit     TEXT,                     -- JSON: who took it, where that has to be said
    session_id TEXT REFERENCES sessions (session_id) ON DELETE SET NULL,  -- the conversation in which it came
    untrusted  TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (site_id, hash)
) STRICT;
CREATE INDEX site_pictures_in_order ON site_pictures (site_id, created_at, picture_id);
CREATE INDEX site_pictures_by_session ON site_pictures (session_id);
