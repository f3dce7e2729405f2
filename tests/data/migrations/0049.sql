-- Rows as a database of version 49 has them, beside those of the versions before: what a page says has a vector to come.

INSERT INTO site_texts (row, site_id, subject, subject_id, number, heading, text)
    VALUES (101, 'site-1', 'section', 'section-1', 2, 'Welcome', 'Bring a clock.');
INSERT INTO unindexed (kind, row, part) VALUES ('draft', 101, 'vector');
