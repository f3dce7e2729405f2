-- A fourth kind of searchable text: what a website says. The text of the checks alone is replaced, as in version 32.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''note'', ''entry'', ''document''', '''note'', ''entry'', ''draft'', ''document''')
    WHERE type = 'table' AND name IN ('vector_blocks', 'vectors');
PRAGMA writable_schema = RESET;

-- What a website says, in pieces of one vector each. They follow the rows of the site, which are drafts.
CREATE TABLE site_texts (
    row        INTEGER PRIMARY KEY,
    site_id    TEXT NOT NULL REFERENCES sites (site_id),
    subject    TEXT NOT NULL,         -- page, section, post, entry or picture
    subject_id TEXT NOT NULL,
    number     INTEGER NOT NULL,      -- from 1, in the order of the subject's text
    heading    TEXT,                  -- what it stands below: the title of a section's page
    text       TEXT NOT NULL,         -- empty until the text of a row from before version 49 is read
    UNIQUE (subject, subject_id, number)
) STRICT;
CREATE INDEX site_texts_by_site ON site_texts (site_id, subject);

-- The queue is short.
CREATE TABLE unindexed_49 (
    kind       TEXT NOT NULL CHECK (kind IN ('note', 'entry', 'draft', 'document')),
    row        INTEGER NOT NULL,      -- notes.row, entries.entry_id, site_texts.row, passages.row
    part       TEXT NOT NULL CHECK (part IN ('words', 'vector')),
    attempts   INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, row, part)
) STRICT, WITHOUT ROWID;
INSERT INTO unindexed_49 SELECT * FROM unindexed;
DROP TABLE unindexed;
ALTER TABLE unindexed_49 RENAME TO unindexed;
CREATE INDEX unindexed_in_order ON unindexed (part, attempts, kind DESC, row DESC, not_before);

-- The program reads the texts of the sites that there are.
INSERT INTO site_texts (site_id, subject, subject_id, number, text)
    SELECT site_id, 'page', page_id, 1, '' FROM site_pages
    UNION ALL SELECT site_id, 'section', section_id, 1, '' FROM site_sections
    UNION ALL SELECT site_id, 'post', post_id, 1, '' FROM site_posts
    UNION ALL SELECT site_id, 'entry', entry_id, 1, '' FROM site_entries
    UNION ALL SELECT site_id, 'picture', picture_id, 1, '' FROM site_pictures;
INSERT INTO unindexed (kind, row, part) SELECT 'draft', row, 'words' FROM site_texts;
