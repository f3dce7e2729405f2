-- Rows as a database of version 46 has them, beside those of the versions before: a message that came by the contact form of
-- the site, whose sender is blocked.

INSERT INTO site_messages (message_id, site_id, page, name, email, message, address, content, received_at)
VALUES ('sitemessage-1', 'site-1', 'Welcome', 'Bob', 'bob@example.org', 'May I come and play?',
        '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
        'fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9', 1777622400000);
INSERT INTO site_blocked_senders (message_id, site_id, email, address, blocked_at)
VALUES ('sitemessage-1', 'site-1', 'bob@example.org',
        '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae', 1777622400000);
INSERT INTO site_address_keys (site_id, sealed) VALUES ('site-1', 'c2VhbGVk');
