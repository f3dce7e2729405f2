-- Rows as a database of version 44 has them, beside those of the versions before: a picture of the website.

INSERT INTO site_pictures (picture_id, site_id, name, alt, caption, hash, bytes, width, height, variants, credit, session_id,
                           untrusted, created_at, updated_at)
VALUES ('image-1', 'site-1', 'board.jpg', 'A chess board', 'Our board',
        '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 2048, 320, 240,
        '[{"width":320,"height":240,"format":"jpeg","file":"9f86d081-320.jpg"}]', NULL, NULL, NULL, 1777622400000,
        1777622400000);
