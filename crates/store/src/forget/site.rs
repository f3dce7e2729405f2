//! The steps that delete a person's website.

use adjutant_domain::ids::UserId;
use anyhow::Result;

use crate::{
    db::{Tx, params},
    site::texts,
};

/// The most rows that a step deletes. Each may hold a whole page.
const ROWS: i64 = 20;

/// Deletes some of a person's website and its changes, or the site once it is empty.
pub(super) async fn delete_some(tx: &Tx, user: &UserId) -> Result<bool> {
    if texts::remove_some(tx, user, ROWS).await? {
        return Ok(true);
    }
    for sql in [
        "DELETE FROM site_revisions WHERE revision_id IN (
             SELECT revision_id FROM site_revisions WHERE user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_revisions WHERE revision_id IN (
             SELECT r.revision_id FROM sites s JOIN site_revisions r USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_reviewers WHERE (site_id, user_id) IN (
             SELECT site_id, user_id FROM site_reviewers WHERE user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_reviewers WHERE (site_id, user_id) IN (
             SELECT v.site_id, v.user_id FROM sites s JOIN site_reviewers v USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_shares WHERE site_id IN (SELECT site_id FROM sites WHERE user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_sections WHERE section_id IN (
             SELECT x.section_id FROM sites s JOIN site_sections x USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_navigation WHERE item_id IN (
             SELECT i.item_id FROM sites s JOIN site_navigation i USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_pictures WHERE picture_id IN (
             SELECT p.picture_id FROM sites s JOIN site_pictures p USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_previews WHERE digest IN (
             SELECT v.digest FROM sites s JOIN site_previews v USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_redirects WHERE (site_id, slug) IN (
             SELECT r.site_id, r.slug FROM sites s JOIN site_redirects r USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_post_redirects WHERE (site_id, slug) IN (
             SELECT r.site_id, r.slug FROM sites s JOIN site_post_redirects r USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_posts WHERE post_id IN (
             SELECT p.post_id FROM sites s JOIN site_posts p USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_entries WHERE entry_id IN (
             SELECT e.entry_id FROM sites s JOIN site_entries e USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_collections WHERE collection_id IN (
             SELECT c.collection_id FROM sites s JOIN site_collections c USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_messages WHERE message_id IN (
             SELECT m.message_id FROM sites s JOIN site_messages m USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_blocked_senders WHERE message_id IN (
             SELECT b.message_id FROM sites s JOIN site_blocked_senders b USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_address_keys WHERE site_id IN (
             SELECT k.site_id FROM sites s JOIN site_address_keys k USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM site_pages WHERE page_id IN (
             SELECT p.page_id FROM sites s JOIN site_pages p USING (site_id) WHERE s.user_id = ?1 LIMIT ?2)",
        "DELETE FROM sites WHERE site_id IN (SELECT site_id FROM sites WHERE user_id = ?1 LIMIT ?2)",
    ] {
        if tx.execute(sql, params![user, ROWS]).await? > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}
