-- Rows as a database of version 45 has them, beside those of the versions before: a post with a slug that it had before.

INSERT INTO site_posts (post_id, site_id, title, slug, body, excerpt, author, status, tags, published_at, untrusted,
                        created_at, updated_at)
VALUES ('post-1', 'site-1', 'New court', 'new-court', 'It is *open*.', NULL, 'Alice', 'published', '["courts"]',
        1777622400000, 'example.com', 1777622400000, 1777622400000);
INSERT INTO site_post_redirects (site_id, slug, post_id) VALUES ('site-1', 'court', 'post-1');
