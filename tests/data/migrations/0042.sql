-- Rows as a database of version 42 has them, beside those of the versions before: a site of one page, with a section, a
-- navigation item, a slug that the page had before, and the change that added the section.

INSERT INTO sites (site_id, user_id, title, description, language, theme, base_url, untrusted, created_at, updated_at,
                   published_at, published)
VALUES ('site-1', 'user-alice', 'Chess club', 'We play on Fridays.', 'en', '{}', NULL, NULL, 1777622400000, 1777622400000,
        NULL, NULL);
INSERT INTO site_pages (page_id, site_id, title, slug, description, status, is_home, position, untrusted, created_at,
                        updated_at)
VALUES ('page-1', 'site-1', 'Welcome', 'welcome', '', 'published', 1, 0, NULL, 1777622400000, 1777622400000);
INSERT INTO site_sections (section_id, page_id, site_id, template, content, position, untrusted, created_at, updated_at)
VALUES ('section-1', 'page-1', 'site-1', 'text', '{"text":"Come and play!"}', 0, 'example.com', 1777622400000,
        1777622400000);
INSERT INTO site_navigation (item_id, site_id, label, page_id, url, position, visible, untrusted, created_at, updated_at)
VALUES ('item-1', 'site-1', 'Welcome', 'page-1', NULL, 0, 1, NULL, 1777622400000, 1777622400000);
INSERT INTO site_redirects (site_id, slug, page_id) VALUES ('site-1', 'hello', 'page-1');
INSERT INTO site_revisions (revision_id, site_id, user_id, number, at, subject, subject_id, what, untrusted, before, after)
VALUES ('revision-1', 'site-1', 'user-alice', 1, 1777622400000, 'section', 'section-1', 'added a text to Welcome',
        'example.com', '{}',
        '{"sections":[{"section_id":"section-1","page_id":"page-1","site_id":"site-1","template":"text","content":"{\"text\":\"Come and play!\"}","position":0,"untrusted":"example.com","created_at":1777622400000,"updated_at":1777622400000}]}');
