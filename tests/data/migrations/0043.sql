-- Rows as a database of version 43 has them, beside those of the versions before: a change of which the program alone knows
-- the kind of thing.

INSERT INTO site_revisions (revision_id, site_id, user_id, number, at, subject, subject_id, what, untrusted, before, after)
VALUES ('revision-2', 'site-1', 'user-alice', 2, 1777622400000, 'item', 'item-1', 'added Welcome to the navigation', NULL,
        '{}', '{}');
