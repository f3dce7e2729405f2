//! The pictures of a site. Their files are stored elsewhere, under the names in the variants.

use std::collections::HashSet;

use adjutant_domain::{
    ids::{EntryId, PictureId, PostId, SectionId, SessionId, SiteId, UserId},
    site::{Credit, Variant},
};
use anyhow::Result;
use serde::Deserialize;
use serde_json::Value;

use super::{
    By, Error, Limit, MAX_PICTURES, Picture, Snapshot, Subject, Touched, entries, own_sites, owned, posts,
    recorded, sections, state::State,
};
use crate::db::{
    Tx, params,
    sql::{listed, position},
};

/// Returns the pictures of a site, oldest first.
pub async fn list(tx: &Tx, user: &UserId, site: &SiteId) -> Result<Vec<Picture>> {
    tx.all(
        concat!(
            "SELECT * FROM site_pictures WHERE site_id = ?2 AND site_id IN ",
            own_sites!(),
            " ORDER BY created_at, picture_id"
        ),
        params![user, site],
    )
    .await
}

/// Returns the pictures of a site with these ids, oldest first.
pub async fn some(tx: &Tx, user: &UserId, site: &SiteId, ids: &[String]) -> Result<Vec<Picture>> {
    tx.all(
        concat!(
            "SELECT * FROM site_pictures WHERE site_id = ?2 AND picture_id IN ",
            listed!("?3"),
            " AND site_id IN ",
            own_sites!(),
            " ORDER BY created_at, picture_id"
        ),
        params![user, site, serde_json::to_string(ids)?],
    )
    .await
}

/// Returns whether a variant of a site's picture has this file name.
pub async fn has_file(tx: &Tx, user: &UserId, site: &SiteId, file: &str) -> Result<bool> {
    let found: Option<i64> = tx
        .value(
            concat!(
                "SELECT 1 AS value FROM site_pictures WHERE site_id = ?2 AND ",
                position!("variants", "?3"),
                " > 0 AND site_id IN ",
                own_sites!(),
                " LIMIT 1"
            ),
            // The file name as it appears in the JSON of a variant.
            params![user, site, format!("\"file\":{}", serde_json::to_string(file)?)],
        )
        .await?;
    Ok(found.is_some())
}

/// Returns a picture of a person's site.
pub async fn get(tx: &Tx, user: &UserId, id: &PictureId) -> Result<Option<Picture>> {
    tx.first(
        concat!("SELECT * FROM site_pictures WHERE picture_id = ?2 AND site_id IN ", own_sites!()),
        params![user, id],
    )
    .await
}

/// Returns the picture of a site that was made from the file with this SHA-256.
pub async fn by_hash(tx: &Tx, user: &UserId, site: &SiteId, hash: &str) -> Result<Option<Picture>> {
    tx.first(
        concat!("SELECT * FROM site_pictures WHERE site_id = ?2 AND hash = ?3 AND site_id IN ", own_sites!()),
        params![user, site, hash],
    )
    .await
}

/// A picture to be added.
#[derive(Clone, Debug)]
pub struct New<'a> {
    pub picture_id: PictureId,
    pub name: &'a str,
    pub alt: &'a str,
    pub caption: Option<&'a str>,
    pub hash: &'a str,
    pub bytes: i64,
    pub variants: &'a [Variant],
    pub credit: Option<Credit>,
    pub session_id: Option<&'a SessionId>,
}

/// Adds a picture to a site, and returns it. If the site has a picture made from the same file, returns that one, and
/// changes nothing.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site; [`Error::Limit`].
pub async fn add(tx: &Tx, site: &SiteId, new: &New<'_>, by: &By<'_>) -> Result<Picture, Error> {
    owned(tx, by.user, site).await?;
    if let Some(picture) = by_hash(tx, by.user, site, new.hash).await? {
        return Ok(picture);
    }
    if count(tx, site).await? as usize >= MAX_PICTURES {
        return Err(Limit::Pictures.into());
    }
    let widest = new.variants.iter().max_by_key(|variant| variant.width);
    let picture = Picture {
        picture_id: new.picture_id.clone(),
        site_id: site.clone(),
        name: new.name.to_owned(),
        alt: new.alt.to_owned(),
        caption: new.caption.map(str::to_owned),
        hash: new.hash.to_owned(),
        bytes: new.bytes,
        width: widest.map_or(0, |variant| variant.width.into()),
        height: widest.map_or(0, |variant| variant.height.into()),
        variants: new.variants.to_vec(),
        credit: new.credit.clone(),
        session_id: new.session_id.cloned(),
        untrusted: by.untrusted.clone(),
        created_at: by.now,
        updated_at: by.now,
    };
    let touched = Touched { pictures: vec![picture.picture_id.clone()], ..Touched::default() };
    recorded(tx, site, &touched, (Subject::Picture, new.picture_id.as_str()), by, async || {
        insert(tx, &picture).await?;
        Ok(picture)
    })
    .await
}

/// A change of a picture; `None` leaves a field as it is.
#[derive(Clone, Debug, Default)]
pub struct Change<'a> {
    pub alt: Option<&'a str>,
    /// `Some(None)` removes it.
    pub caption: Option<Option<&'a str>>,
    /// `Some(None)` removes it.
    pub credit: Option<Option<&'a Credit>>,
}

/// Changes the texts about a picture, and returns it. The old sources stay, because the name does.
///
/// # Errors
/// [`Error::Missing`] if the person has no such picture.
pub async fn update(tx: &Tx, id: &PictureId, change: &Change<'_>, by: &By<'_>) -> Result<Picture, Error> {
    let old = get(tx, by.user, id).await?.ok_or(Error::Missing("picture"))?;
    let mut new = old.clone();
    if let Some(alt) = change.alt {
        alt.clone_into(&mut new.alt);
    }
    if let Some(caption) = change.caption {
        new.caption = caption.map(str::to_owned);
    }
    if let Some(credit) = change.credit {
        new.credit = credit.cloned();
    }
    if new == old {
        return Ok(old);
    }
    new.untrusted = old.untrusted.clone().and(by.untrusted);
    new.updated_at = by.now;
    let touched = Touched { pictures: vec![id.clone()], ..Touched::default() };
    recorded(tx, &old.site_id, &touched, (Subject::Picture, id.as_str()), by, async || {
        write(tx, &new).await?;
        Ok(new)
    })
    .await
}

/// New contents for the places that show a picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown<'a> {
    pub contents: &'a [(SectionId, Value)],
    /// New bodies of posts.
    pub bodies: &'a [(PostId, String)],
    pub entries: &'a [ShowingEntry],
}

/// The new picture and body of an entry.
#[derive(Clone, Debug)]
pub struct ShowingEntry {
    pub entry_id: EntryId,
    pub picture_id: Option<PictureId>,
    /// The whole body, as Markdown.
    pub body: String,
}

/// Changes the places that show a picture, in one change of the picture, and deletes the picture if `is_deleted`.
///
/// # Errors
/// [`Error::Missing`] if the person has no such picture, or its site no such section, post or entry; [`Error::Limit`].
pub async fn set_shown(
    tx: &Tx,
    id: &PictureId,
    shown: &Shown<'_>,
    is_deleted: bool,
    by: &By<'_>,
) -> Result<Picture, Error> {
    let picture = get(tx, by.user, id).await?.ok_or(Error::Missing("picture"))?;
    let mut changed = Vec::with_capacity(shown.contents.len());
    for (section, content) in shown.contents {
        sections::check_content(content)?;
        let section = sections::get(tx, by.user, section).await?;
        let section = section.filter(|section| section.site_id == picture.site_id);
        changed.push(section.ok_or(Error::Missing("section"))?.with(content, by));
    }
    let mut rewritten = Vec::with_capacity(shown.bodies.len());
    for (post, body) in shown.bodies {
        let post = posts::get(tx, by.user, post).await?.filter(|post| post.site_id == picture.site_id);
        rewritten.push(post.ok_or(Error::Missing("post"))?.with_body(body, by)?);
    }
    let mut entered = Vec::with_capacity(shown.entries.len());
    for new in shown.entries {
        let entry = entries::get(tx, by.user, &new.entry_id).await?;
        let entry = entry.filter(|entry| entry.site_id == picture.site_id).ok_or(Error::Missing("entry"))?;
        entered.push(entry.showing(new.picture_id.as_ref(), &new.body, by)?);
    }
    let touched = Touched {
        entries: entered.iter().map(|entry| entry.entry_id.clone()).collect(),
        sections: changed.iter().map(|section| section.section_id.clone()).collect(),
        posts: rewritten.iter().map(|post| post.post_id.clone()).collect(),
        pictures: if is_deleted { vec![id.clone()] } else { Vec::new() },
        ..Touched::default()
    };
    recorded(tx, &picture.site_id.clone(), &touched, (Subject::Picture, id.as_str()), by, async || {
        for section in &changed {
            sections::write(tx, section).await?;
        }
        for post in &rewritten {
            posts::write(tx, post).await?;
        }
        for entry in &entered {
            entries::write(tx, entry).await?;
        }
        if is_deleted {
            take_out(tx, id).await?;
        }
        Ok(picture)
    })
    .await
}

/// Returns the file names of the pictures of a user's own site: present ones, ones that an undo can bring back, and
/// published ones.
pub async fn files(tx: &Tx, owner: &UserId) -> Result<HashSet<String>> {
    #[derive(Deserialize)]
    struct Row {
        json: String,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT variants AS json FROM sites JOIN site_pictures USING (site_id) WHERE user_id = ?1",
            params![owner],
        )
        .await?;
    let mut names = HashSet::new();
    for row in rows {
        let variants: Vec<Variant> = serde_json::from_str(&row.json)?;
        names.extend(variants.into_iter().map(|variant| variant.file));
    }
    let mut add = |pictures: Vec<Picture>| {
        names.extend(pictures.into_iter().flat_map(|it| it.variants).map(|variant| variant.file));
    };
    let states: Vec<Row> = tx
        .all(
            concat!(
                "SELECT before AS json FROM sites s JOIN site_revisions r USING (site_id) WHERE s.user_id = ?1 AND ",
                position!("before", "'\"pictures\"'"),
                " > 0 UNION ALL SELECT after FROM sites s JOIN site_revisions r USING (site_id)
                 WHERE s.user_id = ?1 AND ",
                position!("after", "'\"pictures\"'"),
                " > 0"
            ),
            params![owner],
        )
        .await?;
    for state in states {
        add(serde_json::from_str::<State>(&state.json)?.pictures);
    }
    let public: Vec<Row> = tx
        .all(
            "SELECT published AS json FROM sites WHERE user_id = ?1 AND published IS NOT NULL",
            params![owner],
        )
        .await?;
    for public in public {
        add(serde_json::from_str::<Snapshot>(&public.json)?.pictures);
    }
    Ok(names)
}

/// Returns how many pictures a site has.
pub(super) async fn count(tx: &Tx, site: &SiteId) -> Result<i64> {
    let count =
        tx.value("SELECT count(*) AS value FROM site_pictures WHERE site_id = ?1", params![site]).await?;
    Ok(count.unwrap_or_default())
}

/// Returns the sections of a site whose content names a picture.
pub(super) async fn shown_in(tx: &Tx, site: &SiteId, id: &PictureId) -> Result<Vec<SectionId>> {
    #[derive(Deserialize)]
    struct Row {
        section_id: SectionId,
    }
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT section_id FROM site_sections WHERE site_id = ?1 AND ",
                position!("content", "?2"),
                " > 0"
            ),
            params![site, id],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.section_id).collect())
}

/// Inserts a picture, without its conversation if that is deleted.
pub(super) async fn insert(tx: &Tx, picture: &Picture) -> Result<()> {
    tx.execute(
        "INSERT INTO site_pictures (picture_id, site_id, name, alt, caption, hash, bytes, width, height, variants, credit,
             session_id, untrusted, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
             (SELECT session_id FROM sessions WHERE session_id = ?12), ?13, ?14, ?15)",
        params![
            &picture.picture_id,
            &picture.site_id,
            picture.name.as_str(),
            picture.alt.as_str(),
            picture.caption.as_deref(),
            picture.hash.as_str(),
            picture.bytes,
            picture.width,
            picture.height,
            serde_json::to_string(&picture.variants)?,
            picture.credit.as_ref().map(serde_json::to_string).transpose()?,
            picture.session_id.clone(),
            &picture.untrusted,
            picture.created_at,
            picture.updated_at
        ],
    )
    .await
    .map(drop)
}

/// Writes the texts about a picture.
pub(super) async fn write(tx: &Tx, picture: &Picture) -> Result<()> {
    tx.execute(
        "UPDATE site_pictures SET alt = ?2, caption = ?3, credit = ?4, untrusted = ?5, updated_at = ?6
         WHERE picture_id = ?1",
        params![
            &picture.picture_id,
            picture.alt.as_str(),
            picture.caption.as_deref(),
            picture.credit.as_ref().map(serde_json::to_string).transpose()?,
            &picture.untrusted,
            picture.updated_at
        ],
    )
    .await
    .map(drop)
}

/// Deletes a picture.
pub(super) async fn take_out(tx: &Tx, id: &PictureId) -> Result<()> {
    tx.execute("DELETE FROM site_pictures WHERE picture_id = ?1", params![id]).await.map(drop)
}
