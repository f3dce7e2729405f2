-- The posts of a website.
CREATE TABLE site_posts (
    post_id      TEXT PRIMARY KEY,
    site_id      TEXT NOT NULL REFERENCES sites (site_id),
    title        TEXT NOT NULL,
    slug         TEXT NOT NULL,
    body         TEXT NOT NULL,          -- Markdown
    excerpt      TEXT,
    author       TEXT,
    status       TEXT NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
    tags         TEXT NOT NULL,          -- JSON: a list of texts
    published_at INTEGER,                -- the date that it shows; NULL before it was published
    untrusted    TEXT,                   -- the sources of other people's words, one a line
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    UNIQUE (site_id, slug)
) STRICT;

-- Earlier slugs of posts that had been published, so that links to them still lead there.
CREATE TABLE site_post_redirects (
    site_id TEXT NOT NULL REFERENCES sites (site_id),
    slug    TEXT NOT NULL,
    post_id TEXT NOT NULL REFERENCES site_posts (post_id),
    PRIMARY KEY (site_id, slug)
) STRICT, WITHOUT ROWID;
CREATE INDEX site_post_redirects_by_post ON site_post_redirects (post_id);
