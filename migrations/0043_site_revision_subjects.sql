-- The subjects of changes are checked by the program alone: each new kind of thing would otherwise copy the table.
CREATE TABLE new_site_revisions (
    revision_id TEXT PRIMARY KEY,
    site_id     TEXT NOT NULL REFERENCES sites (site_id),
    user_id     TEXT NOT NULL REFERENCES users (user_id),  -- who changed it
    number      INTEGER NOT NULL,        -- counts the changes of a site
    at          INTEGER NOT NULL,
    subject     TEXT NOT NULL,           -- the kind of thing that changed: page, section, …
    subject_id  TEXT NOT NULL,
    what        TEXT NOT NULL,           -- in plain words
    untrusted   TEXT,
    before      TEXT NOT NULL,           -- JSON: the rows that it changed, as they were
    after       TEXT NOT NULL,           -- JSON: the same as they became
    undoes      TEXT,                    -- the revision that it undid
    undone      INTEGER NOT NULL DEFAULT 0,
    UNIQUE (site_id, number)
) STRICT;
INSERT INTO new_site_revisions (revision_id, site_id, user_id, number, at, subject, subject_id, what, untrusted, before,
                                after, undoes, undone)
SELECT revision_id, site_id, user_id, number, at, subject, subject_id, what, untrusted, before, after, undoes, undone
FROM site_revisions;
DROP TABLE site_revisions;
ALTER TABLE new_site_revisions RENAME TO site_revisions;
CREATE INDEX site_revisions_by_subject ON site_revisions (subject_id, number);
CREATE INDEX site_revisions_to_undo ON site_revisions (site_id, number) WHERE undone = 0 AND undoes IS NULL;
CREATE INDEX site_revisions_by_user ON site_revisions (user_id);
