-- Rows as a database of version 47 has them, beside those of the versions before: a collection of the website with an entry.

INSERT INTO site_collections (collection_id, site_id, title, slug, description, untrusted, created_at, updated_at)
VALUES ('collection-1', 'site-1', 'Members', 'members', 'Who plays here.', NULL, 1777622400000, 1777622400000);
INSERT INTO site_entries (entry_id, collection_id, site_id, title, slug, summary, body, picture_id, link, status, position,
                          untrusted, created_at, updated_at)
VALUES ('entry-1', 'collection-1', 'site-1', 'Alice', 'alice', 'Plays black.', 'She *wins*.', 'image-1',
        'https://example.com', 'published', 0, 'example.com', 1777622400000, 1777622400000);
