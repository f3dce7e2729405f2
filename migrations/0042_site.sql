-- The website of a person.
CREATE TABLE sites (
    site_id      TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL UNIQUE REFERENCES users (user_id),
    title        TEXT NOT NULL,
    description  TEXT NOT NULL,
    language     TEXT NOT NULL,          -- as in HTML: en, de-AT
    theme        TEXT NOT NULL,          -- JSON
    base_url     TEXT,
    untrusted    TEXT,                   -- the sources of other people's words in these settings, one a line
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,       -- of the settings
    published_at INTEGER,
    published    TEXT                    -- JSON of the site as it was last published
) STRICT;

CREATE TABLE site_pages (
    page_id     TEXT PRIMARY KEY,
    site_id     TEXT NOT NULL REFERENCES sites (site_id),
    title       TEXT NOT NULL,
    slug        TEXT NOT NULL,
    description TEXT NOT NULL,
    status      TEXT NOT NULL CHECK (status IN ('draft', 'published')),
    is_home     INTEGER NOT NULL,
    position    INTEGER NOT NULL,        -- from 0, without gaps
    untrusted   TEXT,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    UNIQUE (site_id, slug)
) STRICT;
CREATE INDEX site_pages_in_order ON site_pages (site_id, position);
CREATE UNIQUE INDEX site_pages_home ON site_pages (site_id) WHERE is_home = 1;

CREATE TABLE site_sections (
    section_id TEXT PRIMARY KEY,
    page_id    TEXT NOT NULL REFERENCES site_pages (page_id),
    site_id    TEXT NOT NULL REFERENCES sites (site_id),
    template   TEXT NOT NULL,
    content    TEXT NOT NULL,            -- JSON: the fields of the template
    position   INTEGER NOT NULL,         -- on the page, from 0, without gaps
    untrusted  TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX site_sections_in_order ON site_sections (page_id, position);
CREATE INDEX site_sections_by_site ON site_sections (site_id);

CREATE TABLE site_navigation (
    item_id    TEXT PRIMARY KEY,
    site_id    TEXT NOT NULL REFERENCES sites (site_id),
    label      TEXT NOT NULL,
    page_id    TEXT REFERENCES site_pages (page_id),
    url        TEXT,
    position   INTEGER NOT NULL,         -- from 0, without gaps
    visible    INTEGER NOT NULL,
    untrusted  TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK ((page_id IS NULL) <> (url IS NULL))
) STRICT;
CREATE INDEX site_navigation_in_order ON site_navigation (site_id, position);
CREATE INDEX site_navigation_by_page ON site_navigation (page_id) WHERE page_id IS NOT NULL;

-- Earlier slugs of pages that had been published, so that links to them still lead there.
CREATE TABLE site_redirects (
    site_id TEXT NOT NULL REFERENCES sites (site_id),
    slug    TEXT NOT NULL,
    page_id TEXT NOT NULL REFERENCES site_pages (page_id),
    PRIMARY KEY (site_id, slug)
) STRICT, WITHOUT ROWID;
CREATE INDEX site_redirects_by_page ON site_redirects (page_id);

-- The changes of a site, so that each can be undone.
CREATE TABLE site_revisions (
    revision_id TEXT PRIMARY KEY,
    site_id     TEXT NOT NULL REFERENCES sites (site_id),
    user_id     TEXT NOT NULL REFERENCES users (user_id),  -- who changed it
    number      INTEGER NOT NULL,        -- counts the changes of a site
    at          INTEGER NOT NULL,
    subject     TEXT NOT NULL CHECK (subject IN ('page', 'section', 'item', 'settings')),
    subject_id  TEXT NOT NULL,
    what        TEXT NOT NULL,           -- in plain words
    untrusted   TEXT,
    before      TEXT NOT NULL,           -- JSON: the rows that it changed, as they were
    after       TEXT NOT NULL,           -- JSON: the same as they became
    undoes      TEXT,                    -- the revision that it undid
    undone      INTEGER NOT NULL DEFAULT 0,
    UNIQUE (site_id, number)
) STRICT;
CREATE INDEX site_revisions_by_subject ON site_revisions (subject_id, number);
CREATE INDEX site_revisions_to_undo ON site_revisions (site_id, number) WHERE undone = 0 AND undoes IS NULL;
CREATE INDEX site_revisions_by_user ON site_revisions (user_id);
