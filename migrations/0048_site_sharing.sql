-- The group that a website is shared with: whoever is served there changes its drafts.
CREATE TABLE site_shares (
    site_id   TEXT PRIMARY KEY REFERENCES sites (site_id),
    channel   TEXT NOT NULL,
    chat      TEXT NOT NULL,
    shared_at INTEGER NOT NULL,
    UNIQUE (channel, chat)
) STRICT;

-- Who publishes a shared website besides its owner.
CREATE TABLE site_reviewers (
    site_id TEXT NOT NULL REFERENCES site_shares (site_id),
    user_id TEXT NOT NULL REFERENCES users (user_id),
    PRIMARY KEY (site_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX site_reviewers_by_user ON site_reviewers (user_id);

-- The people who decide what becomes public of the website that a chat shares, with spaces between them.
CREATE VIEW site_deciders (channel, chat, people) AS
    SELECT h.channel, h.chat, (
        SELECT group_concat(person, ' ') FROM (
            SELECT o.person FROM sites t JOIN people o ON o.user_id = t.user_id WHERE t.site_id = h.site_id
            UNION SELECT o.person FROM site_reviewers r JOIN people o ON o.user_id = r.user_id
            WHERE r.site_id = h.site_id))
    FROM site_shares h;

-- Whether the reviewers of the website that the chat shares decide, and not who asked.
ALTER TABLE approvals ADD COLUMN reviewed INTEGER NOT NULL DEFAULT 0;
