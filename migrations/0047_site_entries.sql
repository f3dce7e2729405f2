-- The collections of a website: a club's members, a shop's products.
CREATE TABLE site_collections (
    collection_id TEXT PRIMARY KEY,
    site_id       TEXT NOT NULL REFERENCES sites (site_id),
    title         TEXT NOT NULL,
    slug          TEXT NOT NULL,
    description   TEXT NOT NULL,         -- what stands above the entries; may be empty
    untrusted     TEXT,                  -- the sources of other people's words, one a line
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    UNIQUE (site_id, slug)
) STRICT;

-- What is in them.
CREATE TABLE site_entries (
    entry_id      TEXT PRIMARY KEY,
    collection_id TEXT NOT NULL REFERENCES site_collections (collection_id),
    site_id       TEXT NOT NULL REFERENCES sites (site_id),
    title         TEXT NOT NULL,
    slug          TEXT NOT NULL,
    summary       TEXT NOT NULL,         -- may be empty, as may the body
    body          TEXT NOT NULL,         -- Markdown
    picture_id    TEXT,                  -- of site_pictures, or of a picture that is deleted
    link          TEXT,
    status        TEXT NOT NULL CHECK (status IN ('draft', 'published')),
    position      INTEGER NOT NULL,      -- in the collection, from 0, without gaps
    untrusted     TEXT,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    UNIQUE (collection_id, slug)
) STRICT;
CREATE INDEX site_entries_in_order ON site_entries (collection_id, position);
CREATE INDEX site_entries_by_site ON site_entries (site_id);
