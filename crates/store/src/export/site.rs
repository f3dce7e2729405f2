//! The queries for a person's website.

use super::at;

pub(super) const SITES: &str = concat!(
    "SELECT s.site_id AS key, json_object('id', s.site_id, 'title', s.title, 'description', s.description,
         'language', s.language, 'theme', json(s.theme), 'base_url', s.base_url, 'words_of', s.untrusted,
         'navigation', json((SELECT json_group_array(json_object('id', i.item_id, 'label', i.label, 'page', i.page_id,
             'url', i.url, 'visible', json(iif(i.visible, 'true', 'false')), 'words_of', i.untrusted))
             FROM (SELECT * FROM site_navigation n WHERE n.site_id = s.site_id ORDER BY n.position) i)),
         'redirects', json((SELECT json_group_array(json_object('slug', r.slug, 'page', r.page_id))
             FROM site_redirects r WHERE r.site_id = s.site_id)),
         'blocked_senders', json((SELECT json_group_array(b.email)
             FROM site_blocked_senders b WHERE b.site_id = s.site_id)),
         'shared_with', (SELECT h.channel || ':' || h.chat FROM site_shares h WHERE h.site_id = s.site_id), 'created_at', ",
    at!("s.created_at"),
    ", 'updated_at', ",
    at!("s.updated_at"),
    ", 'published_at', ",
    at!("s.published_at"),
    ") AS record FROM sites s WHERE s.user_id = ?1 AND s.site_id > ?2 ORDER BY s.site_id LIMIT ?3"
);

// A page of a website may be large, so an export page has few of them.
pub(super) const PAGES: &str = concat!(
    "SELECT CAST(p.position AS TEXT) AS key, json_object('id', p.page_id, 'site', p.site_id, 'title', p.title,
         'slug', p.slug, 'description', p.description, 'status', p.status, 'home', json(iif(p.is_home, 'true', 'false')),
         'words_of', p.untrusted,
         'sections', json((SELECT json_group_array(json_object('id', x.section_id, 'template', x.template,
             'content', json(x.content), 'words_of', x.untrusted, 'created_at', ",
    at!("x.created_at"),
    ", 'updated_at', ",
    at!("x.updated_at"),
    ")) FROM (SELECT * FROM site_sections y WHERE y.page_id = p.page_id ORDER BY y.position) x)), 'created_at', ",
    at!("p.created_at"),
    ", 'updated_at', ",
    at!("p.updated_at"),
    ") AS record FROM sites s JOIN site_pages p USING (site_id)
     WHERE s.user_id = ?1 AND p.position > iif(?2 = '', -1, CAST(?2 AS INTEGER)) ORDER BY p.position LIMIT ?3 / 20"
);

pub(super) const PICTURES: &str = concat!(
    "SELECT p.picture_id AS key, json_object('id', p.picture_id, 'site', p.site_id,
         'name', p.name, 'alt', p.alt, 'caption', p.caption, 'hash', p.hash, 'bytes', p.bytes, 'width', p.width,
         'height', p.height, 'files', json(p.variants), 'credit', json(p.credit), 'words_of', p.untrusted,
         'created_at', ",
    at!("p.created_at"),
    ", 'updated_at', ",
    at!("p.updated_at"),
    ") AS record FROM sites s JOIN site_pictures p USING (site_id)
     WHERE s.user_id = ?1 AND p.picture_id > ?2 ORDER BY p.picture_id LIMIT ?3"
);

pub(super) const POSTS: &str = concat!(
    "SELECT p.post_id AS key, json_object('id', p.post_id, 'site', p.site_id, 'title', p.title, 'slug', p.slug,
         'body', p.body, 'excerpt', p.excerpt, 'author', p.author, 'status', p.status, 'tags', json(p.tags),
         'words_of', p.untrusted,
         'redirects', json((SELECT json_group_array(r.slug) FROM site_post_redirects r WHERE r.post_id = p.post_id)),
         'published_at', ",
    at!("p.published_at"),
    ", 'created_at', ",
    at!("p.created_at"),
    ", 'updated_at', ",
    at!("p.updated_at"),
    ") AS record FROM sites s JOIN site_posts p USING (site_id)
     WHERE s.user_id = ?1 AND p.post_id > ?2 ORDER BY p.post_id LIMIT ?3 / 20"
);

pub(super) const COLLECTIONS: &str = concat!(
    "SELECT c.collection_id AS key, json_object('id', c.collection_id, 'site', c.site_id, 'title', c.title,
         'slug', c.slug, 'description', c.description, 'words_of', c.untrusted, 'created_at', ",
    at!("c.created_at"),
    ", 'updated_at', ",
    at!("c.updated_at"),
    ") AS record FROM sites s JOIN site_collections c USING (site_id)
     WHERE s.user_id = ?1 AND c.collection_id > ?2 ORDER BY c.collection_id LIMIT ?3"
);

pub(super) const ENTRIES: &str = concat!(
    "SELECT e.collection_id || printf('%06d', e.position) AS key, json_object('id', e.entry_id, 'site', e.site_id, 'collection', e.collection_id,
         'position', e.position, 'title', e.title, 'slug', e.slug, 'summary', e.summary, 'body', e.body,
         'picture', e.picture_id, 'link', e.link, 'status', e.status, 'words_of', e.untrusted, 'created_at', ",
    at!("e.created_at"),
    ", 'updated_at', ",
    at!("e.updated_at"),
    ") AS record FROM sites s JOIN site_entries e USING (site_id)
     WHERE s.user_id = ?1 AND e.collection_id || printf('%06d', e.position) > ?2 ORDER BY key LIMIT ?3 / 20"
);

pub(super) const CHANGES: &str = concat!(
    "SELECT CAST(r.number AS TEXT) AS key, json_object('id', r.revision_id, 'site', r.site_id, 'what', r.what,
         'by', iif(r.user_id IN (SELECT member FROM same_person WHERE user_id = ?1), 'you', 'somebody else'),
         'words_of', r.untrusted, 'before', json(r.before), 'after', json(r.after), 'undoes', r.undoes,
         'undone', json(iif(r.undone, 'true', 'false')), 'at', ",
    at!("r.at"),
    ") AS record FROM sites s JOIN site_revisions r USING (site_id)
     WHERE s.user_id = ?1 AND r.number > CAST(?2 AS INTEGER) ORDER BY r.number LIMIT ?3 / 20"
);

pub(super) const MESSAGES: &str = concat!(
    "SELECT m.message_id AS key, json_object('id', m.message_id, 'site', m.site_id, 'page', m.page, 'name', m.name,
         'email', m.email, 'message', m.message, 'received_at', ",
    at!("m.received_at"),
    ") AS record FROM sites s JOIN site_messages m USING (site_id)
     WHERE s.user_id = ?1 AND m.message_id > ?2 ORDER BY m.message_id LIMIT ?3"
);
