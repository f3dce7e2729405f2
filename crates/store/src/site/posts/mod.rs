//! The posts of a site.

use adjutant_domain::{
    ids::{PostId, SiteId, UserId},
    site::PostStatus,
    timestamp::Timestamp,
};
use anyhow::Result;

use super::{
    By, Error, Limit, MAX_BODY, MAX_POSTS, MAX_TAGS, Post, PostRedirect, Subject, Touched, model::sources,
    own_sites, owned, recorded,
};
use crate::db::{Tx, params, sql::listed};

pub(super) mod undo;

/// Returns the posts of a site, newest first.
pub async fn list(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Vec<Post>> {
    tx.all(
        concat!(
            "SELECT * FROM site_posts WHERE site_id = ?2 AND site_id IN ",
            own_sites!(),
            " ORDER BY coalesce(published_at, created_at) DESC, post_id"
        ),
        params![user, site],
    )
    .await
}

/// Returns a post of a person's site.
pub async fn get(tx: &Tx, user: &UserId, id: &PostId) -> Result<Option<Post>> {
    tx.first(
        concat!("SELECT * FROM site_posts WHERE post_id = ?2 AND site_id IN ", own_sites!()),
        params![user, id],
    )
    .await
}

/// Returns the post with this slug, not counting redirects.
pub async fn by_slug(tx: &Tx, user: &UserId, site: &SiteId, slug: &str) -> Result<Option<Post>> {
    tx.first(
        concat!("SELECT * FROM site_posts WHERE site_id = ?2 AND slug = ?3 AND site_id IN ", own_sites!()),
        params![user, site, slug],
    )
    .await
}

/// Returns the earlier slugs of the posts of a site.
pub async fn redirects(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Vec<PostRedirect>> {
    tx.all(
        concat!(
            "SELECT * FROM site_post_redirects WHERE site_id = ?2 AND site_id IN ",
            own_sites!(),
            " ORDER BY slug"
        ),
        params![user, site],
    )
    .await
}

/// Returns whether no post of the site except `except` has a slug. The slug of a redirect is free: taking it ends the
/// redirect.
pub async fn slug_is_free(
    tx: &Tx,
    user: &UserId,
    site: &SiteId,
    slug: &str,
    except: Option<&PostId>,
) -> Result<bool> {
    let found = by_slug(tx, user, site, slug).await?;
    Ok(found.is_none_or(|post| Some(&post.post_id) == except))
}

/// A post to be added.
#[derive(Clone, Debug)]
pub struct New<'a> {
    pub post_id: PostId,
    pub title: &'a str,
    /// No other post may have it: see [`slug_is_free`].
    pub slug: &'a str,
    /// Markdown.
    pub body: &'a str,
    pub excerpt: Option<&'a str>,
    pub author: Option<&'a str>,
    pub tags: &'a [String],
    /// The date that it will show; by default the time of its publication.
    pub published_at: Option<Timestamp>,
}

/// Adds a draft, and returns it. Adding the same id again changes nothing.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site; [`Error::Limit`]; [`Error::PostSlugTaken`].
pub async fn add(tx: &Tx, site: &SiteId, new: &New<'_>, by: &By<'_>) -> Result<Post, Error> {
    owned(tx, by.user, site).await?;
    if let Some(post) = get(tx, by.user, &new.post_id).await? {
        return Ok(post);
    }
    if count(tx, site).await? as usize >= MAX_POSTS {
        return Err(Limit::Posts.into());
    }
    if !slug_is_free(tx, by.user, site, new.slug, None).await? {
        return Err(Error::PostSlugTaken(new.slug.to_owned()));
    }
    let post = Post {
        post_id: new.post_id.clone(),
        site_id: site.clone(),
        title: new.title.to_owned(),
        slug: new.slug.to_owned(),
        body: new.body.to_owned(),
        excerpt: new.excerpt.map(str::to_owned),
        author: new.author.map(str::to_owned),
        status: PostStatus::Draft,
        tags: new.tags.to_vec(),
        published_at: new.published_at,
        untrusted: by.untrusted.clone(),
        created_at: by.now,
        updated_at: by.now,
    };
    check(&post)?;
    let touched = Touched {
        posts: vec![post.post_id.clone()],
        post_redirects: vec![post.slug.clone()],
        ..Touched::default()
    };
    recorded(tx, site, &touched, (Subject::Post, new.post_id.as_str()), by, async || {
        end_redirect(tx, site, &post.slug).await?;
        insert(tx, &post).await?;
        Ok(post)
    })
    .await
}

/// A change of a post; `None` leaves a field as it is.
#[derive(Clone, Debug, Default)]
pub struct Change<'a> {
    pub title: Option<&'a str>,
    pub slug: Option<&'a str>,
    pub body: Option<&'a str>,
    /// `Some(None)` removes it.
    pub excerpt: Option<Option<&'a str>>,
    /// `Some(None)` removes it.
    pub author: Option<Option<&'a str>>,
    pub tags: Option<&'a [String]>,
    pub published_at: Option<Timestamp>,
}

/// Changes a post, and returns it. The old slug of a post that is or was published redirects to it from now on. The old
/// sources stay as long as any old text does.
///
/// # Errors
/// [`Error::Missing`] if the person has no such post; [`Error::Limit`]; [`Error::PostSlugTaken`].
pub async fn update(tx: &Tx, id: &PostId, change: &Change<'_>, by: &By<'_>) -> Result<Post, Error> {
    let old = get(tx, by.user, id).await?.ok_or(Error::Missing("post"))?;
    let mut new = old.clone();
    for (field, change) in
        [(&mut new.title, change.title), (&mut new.slug, change.slug), (&mut new.body, change.body)]
    {
        if let Some(change) = change {
            change.clone_into(field);
        }
    }
    for (field, change) in [(&mut new.excerpt, change.excerpt), (&mut new.author, change.author)] {
        if let Some(change) = change {
            *field = change.map(str::to_owned);
        }
    }
    if let Some(tags) = change.tags {
        new.tags = tags.to_vec();
    }
    new.published_at = change.published_at.or(old.published_at);
    if new == old {
        return Ok(old);
    }
    check(&new)?;
    let (site, is_moved) = (&old.site_id, new.slug != old.slug);
    if is_moved && !slug_is_free(tx, by.user, site, &new.slug, Some(id)).await? {
        return Err(Error::PostSlugTaken(new.slug));
    }
    new.untrusted = sources((&words(&old), &old.untrusted), &words(&new), by.untrusted);
    new.updated_at = by.now;
    let mut touched = Touched { posts: vec![id.clone()], ..Touched::default() };
    if is_moved {
        touched.post_redirects = vec![old.slug.clone(), new.slug.clone()];
    }
    recorded(tx, site, &touched, (Subject::Post, id.as_str()), by, async || {
        if is_moved {
            end_redirect(tx, site, &new.slug).await?;
        }
        write(tx, &new).await?;
        if is_moved && old.status != PostStatus::Draft {
            let (site_id, slug, post_id) = (site.clone(), old.slug.clone(), id.clone());
            redirect(tx, &PostRedirect { site_id, slug, post_id }).await?;
        }
        Ok(new)
    })
    .await
}

/// Publishes a post, archives it, or makes it a draft again, and returns it. A post without a date gets the present
/// time as its date when it is published.
///
/// # Errors
/// [`Error::Missing`] if the person has no such post.
pub async fn set_status(tx: &Tx, id: &PostId, status: PostStatus, by: &By<'_>) -> Result<Post, Error> {
    let old = get(tx, by.user, id).await?.ok_or(Error::Missing("post"))?;
    if old.status == status {
        return Ok(old);
    }
    let published_at = match status {
        PostStatus::Published => old.published_at.or(Some(by.now)),
        PostStatus::Draft | PostStatus::Archived => old.published_at,
    };
    let new = Post { status, published_at, updated_at: by.now, ..old };
    let touched = Touched { posts: vec![id.clone()], ..Touched::default() };
    recorded(tx, &new.site_id.clone(), &touched, (Subject::Post, id.as_str()), by, async || {
        write(tx, &new).await?;
        Ok(new)
    })
    .await
}

/// Publishes posts of a site in one change, each with its date or the present time. Skips posts that are deleted or
/// already published.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site.
pub async fn publish(tx: &Tx, site: &SiteId, ids: &[PostId], by: &By<'_>) -> Result<(), Error> {
    #[derive(serde::Deserialize)]
    struct Row {
        post_id: PostId,
    }
    owned(tx, by.user, site).await?;
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT post_id FROM site_posts WHERE site_id = ?2 AND status <> 'published' AND post_id IN ",
                listed!("?1")
            ),
            params![serde_json::to_string(ids).map_err(anyhow::Error::from)?, site],
        )
        .await?;
    let ids: Vec<_> = rows.into_iter().map(|row| row.post_id).collect();
    let of = serde_json::to_string(&ids).map_err(anyhow::Error::from)?;
    let touched = Touched { posts: ids, ..Touched::default() };
    recorded(tx, site, &touched, (Subject::Settings, site.as_str()), by, async || {
        tx.execute(
            concat!(
                "UPDATE site_posts SET status = 'published', published_at = coalesce(published_at, ?2), updated_at = ?2
                 WHERE post_id IN ",
                listed!("?1")
            ),
            params![of, by.now],
        )
        .await?;
        Ok(())
    })
    .await
}

/// Deletes a post and its redirects, and returns it.
///
/// # Errors
/// [`Error::Missing`] if the person has no such post.
pub async fn delete(tx: &Tx, id: &PostId, by: &By<'_>) -> Result<Post, Error> {
    let post = get(tx, by.user, id).await?.ok_or(Error::Missing("post"))?;
    let led: Vec<PostRedirect> =
        tx.all("SELECT * FROM site_post_redirects WHERE post_id = ?1 ORDER BY slug", params![id]).await?;
    let touched = Touched {
        posts: vec![id.clone()],
        post_redirects: led.into_iter().map(|redirect| redirect.slug).collect(),
        ..Touched::default()
    };
    recorded(tx, &post.site_id.clone(), &touched, (Subject::Post, id.as_str()), by, async || {
        take_out(tx, &post).await?;
        Ok(post)
    })
    .await
}

/// Returns the texts of a post, one for each field.
fn words(post: &Post) -> Vec<&str> {
    let fields = [&*post.title, &*post.slug, &*post.body];
    let optional = [&post.excerpt, &post.author].into_iter().filter_map(Option::as_deref);
    fields.into_iter().chain(optional).chain(post.tags.iter().map(String::as_str)).collect()
}

impl Post {
    /// Returns the post with another body. The old sources stay as long as any old text does.
    pub(super) fn with_body(self, body: &str, by: &By<'_>) -> Result<Self, Limit> {
        let new = Self { body: body.to_owned(), updated_at: by.now, ..self.clone() };
        check(&new)?;
        let untrusted = sources((&words(&self), &self.untrusted), &words(&new), by.untrusted);
        Ok(Self { untrusted, ..new })
    }
}

fn check(post: &Post) -> Result<(), Limit> {
    match (post.body.len(), post.tags.len()) {
        (bytes, _) if bytes > MAX_BODY => Err(Limit::Body { bytes }),
        (_, tags) if tags > MAX_TAGS => Err(Limit::Tags { tags }),
        _ => Ok(()),
    }
}

/// Returns an error if a post is too large, or if it is new and the site has no room for it.
pub(super) async fn check_room(tx: &Tx, post: &Post, is_new: bool) -> Result<(), Error> {
    check(post)?;
    match is_new && count(tx, &post.site_id).await? as usize >= MAX_POSTS {
        true => Err(Limit::Posts.into()),
        false => Ok(()),
    }
}

/// Returns how many posts a site has.
async fn count(tx: &Tx, site: &SiteId) -> Result<i64> {
    let count =
        tx.value("SELECT count(*) AS value FROM site_posts WHERE site_id = ?1", params![site]).await?;
    Ok(count.unwrap_or_default())
}

pub(super) async fn insert(tx: &Tx, post: &Post) -> Result<()> {
    tx.execute(
        "INSERT INTO site_posts (post_id, site_id, title, slug, body, excerpt, author, status, tags, published_at,
             untrusted, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        params![
            &post.post_id,
            &post.site_id,
            post.title.as_str(),
            post.slug.as_str(),
            post.body.as_str(),
            post.excerpt.as_deref(),
            post.author.as_deref(),
            post.status.name(),
            serde_json::to_string(&post.tags)?,
            post.published_at,
            &post.untrusted,
            post.created_at,
            post.updated_at
        ],
    )
    .await
    .map(drop)
}

pub(super) async fn write(tx: &Tx, post: &Post) -> Result<()> {
    tx.execute(
        "UPDATE site_posts SET title = ?2, slug = ?3, body = ?4, excerpt = ?5, author = ?6, status = ?7, tags = ?8,
             published_at = ?9, untrusted = ?10, updated_at = ?11 WHERE post_id = ?1",
        params![
            &post.post_id,
            post.title.as_str(),
            post.slug.as_str(),
            post.body.as_str(),
            post.excerpt.as_deref(),
            post.author.as_deref(),
            post.status.name(),
            serde_json::to_string(&post.tags)?,
            post.published_at,
            &post.untrusted,
            post.updated_at
        ],
    )
    .await
    .map(drop)
}

/// Deletes a post with its redirects.
async fn take_out(tx: &Tx, post: &Post) -> Result<()> {
    tx.execute("DELETE FROM site_post_redirects WHERE post_id = ?1", params![&post.post_id]).await?;
    tx.execute("DELETE FROM site_posts WHERE post_id = ?1", params![&post.post_id]).await.map(drop)
}

/// Adds a redirect from a slug to a post, or changes it.
pub(super) async fn redirect(tx: &Tx, redirect: &PostRedirect) -> Result<()> {
    tx.execute(
        "INSERT INTO site_post_redirects (site_id, slug, post_id) VALUES (?1, ?2, ?3)
         ON CONFLICT (site_id, slug) DO UPDATE SET post_id = excluded.post_id",
        params![&redirect.site_id, redirect.slug.as_str(), &redirect.post_id],
    )
    .await
    .map(drop)
}

/// Removes a redirect.
pub(super) async fn end_redirect(tx: &Tx, site: &SiteId, slug: &str) -> Result<()> {
    tx.execute("DELETE FROM site_post_redirects WHERE site_id = ?1 AND slug = ?2", params![site, slug])
        .await
        .map(drop)
}
