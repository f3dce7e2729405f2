-- Rows as a database of version 48 has them, beside those of the versions before: the website is shared with a group, where
-- its owner reviews it.

INSERT INTO site_shares (site_id, channel, chat, shared_at) VALUES ('site-1', 'telegram', '-1001', 1777622400000);
INSERT INTO site_reviewers (site_id, user_id) SELECT site_id, user_id FROM sites WHERE site_id = 'site-1';
