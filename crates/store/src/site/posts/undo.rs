//! Undoing changes of posts.

use adjutant_domain::ids::{SiteId, UserId};
use anyhow::Result;

use super::{MAX_POSTS, count, end_redirect, get, insert, redirect, slug_is_free, take_out, write};
use crate::{
    db::Tx,
    site::{
        Conflict, Error, Limit, Post,
        state::State,
        undo::{added, check_rows},
    },
};

/// Returns an error if later changes prevent the way from `after` back to `before`.
pub(in crate::site) async fn check(
    tx: &Tx,
    user: &UserId,
    site: &SiteId,
    (before, after, current): (&State, &State, &State),
) -> Result<(), Error> {
    check_rows((&before.posts, &after.posts, &current.posts), is_same, Post::set, |post| {
        format!("post {:?}", post.title)
    })?;
    check_rows(
        (&before.post_redirects, &after.post_redirects, &current.post_redirects),
        |one, other| one.slug == other.slug,
        Clone::clone,
        |redirect| format!("address {:?}", redirect.slug),
    )?;
    let back = added(&before.posts, &after.posts, is_same).count();
    if back > 0 && count(tx, site).await? as usize + back > MAX_POSTS {
        return Err(Conflict::from(Limit::Posts).into());
    }
    for post in &before.posts {
        if !slug_is_free(tx, user, site, &post.slug, Some(&post.post_id)).await? {
            return Err(Conflict::PostSlugTaken(post.slug.clone()).into());
        }
    }
    for redirect in &before.post_redirects {
        let comes_back = before.posts.iter().any(|post| post.post_id == redirect.post_id);
        if !comes_back && get(tx, user, &redirect.post_id).await?.is_none() {
            return Err(Conflict::Deleted("post".to_owned()).into());
        }
    }
    Ok(())
}

/// Restores the posts.
pub(in crate::site) async fn apply(
    tx: &Tx,
    user: &UserId,
    site: &SiteId,
    (before, after, current): (&State, &State, &State),
) -> Result<()> {
    for post in added(&current.posts, &before.posts, is_same) {
        take_out(tx, post).await?;
    }
    for post in &before.posts {
        // The slug may have become a redirect to another post since.
        end_redirect(tx, site, &post.slug).await?;
        match after.posts.iter().any(|other| is_same(post, other)) {
            true => write(tx, post).await?,
            false => insert(tx, post).await?,
        }
    }
    for redirect in &current.post_redirects {
        end_redirect(tx, site, &redirect.slug).await?;
    }
    for one in &before.post_redirects {
        // A post may have taken the slug since.
        if slug_is_free(tx, user, site, &one.slug, None).await? {
            redirect(tx, one).await?;
        }
    }
    Ok(())
}

fn is_same(one: &Post, other: &Post) -> bool {
    one.post_id == other.post_id
}
