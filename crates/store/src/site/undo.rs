//! Undoing a change: restores the rows from before it, if they are still as the change left them.

use adjutant_domain::{
    ids::{EntryId, PageId, RevisionId, SectionId, SiteId, UserId},
    timestamp::Timestamp,
};
use anyhow::Result;

use super::{
    By, Conflict, Error, Item, Limit, MAX_ITEMS, MAX_PAGES, MAX_PICTURES, MAX_SECTIONS, Page, Picture,
    Section, Subject, entries, navigation, pages, pictures, posts, revisions, sections,
    state::{self, State, set_order},
    texts,
};
use crate::db::Tx;

/// A change that was undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// A description of the change.
    pub what: String,
    pub revision_id: RevisionId,
    pub subject: Subject,
    pub subject_id: String,
    /// The revision that undid it.
    pub by: RevisionId,
}

/// Undoes the newest change of a person's site that is not undone, or the given one. Undoing an undo makes the first
/// change again. `author` undoes it in the site of `user`.
///
/// # Errors
/// [`Error::Missing`] if the person has no such change; [`Error::Conflict`] if it cannot be undone any more.
pub async fn undo(
    tx: &Tx,
    (user, author): (&UserId, &UserId),
    revision: Option<&RevisionId>,
    now: Timestamp,
) -> Result<Undone, Error> {
    let site = super::of(tx, user).await?.ok_or(Error::Missing("site"))?.site_id;
    let change = match revision {
        Some(id) => revisions::get(tx, user, &site, id).await?.ok_or(Error::Missing("change"))?,
        None => revisions::newest(tx, user, &site).await?.ok_or(Conflict::Nothing)?,
    };
    if change.undone {
        return Err(Conflict::Undone.into());
    }
    let (before, after) = change.states()?;
    let mut touched = before.and(&after);
    // A restored page takes its slug from a redirect that has it now.
    touched.redirects.extend(before.pages.iter().map(|page| page.slug.clone()));
    let current = State::read(tx, &site, &touched).await?;
    let step = Step { tx, user, site: &site, before: &before, after: &after, current: &current };
    step.check().await?;
    step.apply().await?;
    let became = State::read(tx, &site, &touched).await?;
    texts::follow(tx, &current, &became).await?;
    let what = format!("undid: {}", change.what);
    let by = By { user, author, what: &what, now, untrusted: &change.untrusted };
    let subject = (change.subject, &*change.subject_id);
    let by = revisions::add(tx, &site, subject, &by, (&current, &became), Some(&change.revision_id)).await?;
    revisions::set_undone(tx, &change.revision_id, true).await?;
    if let Some(undone) = &change.undoes {
        revisions::set_undone(tx, undone, false).await?;
    }
    let revisions::Recorded { revision_id, subject, subject_id, what, .. } = change;
    Ok(Undone { what, revision_id, subject, subject_id, by })
}

/// The way back from `after` to `before`. Rows that the change did not touch stay.
struct Step<'a> {
    tx: &'a Tx,
    user: &'a UserId,
    site: &'a SiteId,
    before: &'a State,
    after: &'a State,
    current: &'a State,
}

impl Step<'_> {
    /// Returns an error if later changes prevent the undo.
    async fn check(&self) -> Result<(), Error> {
        let Self { before, after, current, .. } = self;
        if current.settings.as_ref().map(super::Site::set) != after.settings.as_ref().map(super::Site::set) {
            return Err(Conflict::SettingsChanged.into());
        }
        if current.order != after.order {
            return Err(Conflict::Reordered.into());
        }
        let page = |page: &Page| format!("page {:?}", page.title);
        check_rows(
            (&before.pages, &after.pages, &current.pages),
            |one, other| one.page_id == other.page_id,
            Page::set,
            page,
        )?;
        let section = |section: &Section| format!("section {:?}", section.template);
        check_rows(
            (&before.sections, &after.sections, &current.sections),
            |one, other| one.section_id == other.section_id,
            Section::set,
            section,
        )?;
        let item = |item: &Item| format!("navigation item {:?}", item.label);
        check_rows(
            (&before.items, &after.items, &current.items),
            |one, other| one.item_id == other.item_id,
            Item::set,
            item,
        )?;
        check_rows(
            (&before.pictures, &after.pictures, &current.pictures),
            is_same_picture,
            Picture::set,
            picture_name,
        )?;
        check_rows(
            (&before.redirects, &after.redirects, &current.redirects),
            |one, other| one.slug == other.slug,
            Clone::clone,
            |redirect| format!("address {:?}", redirect.slug),
        )?;
        posts::undo::check(self.tx, self.user, self.site, (before, after, current)).await?;
        entries::undo::check(self.tx, self.user, self.site, (before, after, current)).await?;
        self.check_pages_added().await?;
        self.check_pages_back().await?;
        self.check_rest_back().await?;
        self.check_pictures().await
    }

    /// Checks the pages that the change added, and that will be deleted: they have only the parts that the change
    /// added.
    async fn check_pages_added(&self) -> Result<(), Error> {
        for page in added(&self.after.pages, &self.before.pages, |one, other| one.page_id == other.page_id) {
            let now = pages::would_delete(self.tx, self.user, &page.page_id).await?;
            let Some(now) = now else { continue };
            let is_known = now.sections.iter().all(|section| {
                self.after.sections.iter().any(|known| known.section_id == section.section_id)
            }) && now
                .items
                .iter()
                .all(|item| self.after.items.iter().any(|known| known.item_id == item.item_id));
            if !is_known {
                return Err(Conflict::Grown(format!("page {:?}", page.title)).into());
            }
        }
        Ok(())
    }

    /// Checks that there is room for the restored pages, and that their slugs are free.
    async fn check_pages_back(&self) -> Result<(), Error> {
        let is_same = |one: &Page, other: &Page| one.page_id == other.page_id;
        let back = added(&self.before.pages, &self.after.pages, is_same).count();
        if back > 0 && pages::count(self.tx, self.site).await? as usize + back > MAX_PAGES {
            return Err(Conflict::from(Limit::Pages).into());
        }
        for page in &self.before.pages {
            if !pages::slug_is_free(self.tx, self.user, self.site, &page.slug, Some(&page.page_id)).await? {
                return Err(Conflict::SlugTaken(page.slug.clone()).into());
            }
            let becomes_home =
                page.is_home && self.after.pages.iter().any(|other| is_same(page, other) && !other.is_home);
            if becomes_home && let Some(home) = pages::home(self.tx, self.user, self.site).await? {
                // The page that the change made the home page is no longer the home page.
                if !self.after.pages.iter().any(|other| is_same(&home, other)) {
                    return Err(Conflict::OtherHome.into());
                }
            }
        }
        Ok(())
    }

    /// Checks that there is room for the restored sections, items and redirects, and that their pages exist.
    async fn check_rest_back(&self) -> Result<(), Error> {
        let (before, after) = (self.before, self.after);
        let sections: Vec<_> =
            added(&before.sections, &after.sections, |one, other| one.section_id == other.section_id)
                .collect();
        for section in &sections {
            let coming = sections.iter().filter(|other| other.page_id == section.page_id).count();
            if before.pages.iter().any(|page| page.page_id == section.page_id) {
                continue;
            }
            self.check_page(&section.page_id).await?;
            if sections::count(self.tx, &section.page_id).await? as usize + coming > MAX_SECTIONS {
                return Err(Conflict::from(Limit::Sections).into());
            }
        }
        let items = added(&before.items, &after.items, |one, other| one.item_id == other.item_id).count();
        if items > 0 && navigation::count(self.tx, self.site).await? as usize + items > MAX_ITEMS {
            return Err(Conflict::from(Limit::Items).into());
        }
        let pages = before.items.iter().filter_map(|item| item.page_id.as_ref());
        for page in pages.chain(before.redirects.iter().map(|redirect| &redirect.page_id)) {
            if !before.pages.iter().any(|known| known.page_id == *page) {
                self.check_page(page).await?;
            }
        }
        Ok(())
    }

    /// Checks that no section or entry shows the pictures that will be deleted, and that there is room for restored
    /// ones.
    async fn check_pictures(&self) -> Result<(), Error> {
        let (before, after) = (&self.before.pictures, &self.after.pictures);
        for picture in added(after, before, is_same_picture) {
            // A section that this change made to show the picture will no longer show it.
            let showing = pictures::shown_in(self.tx, self.site, &picture.picture_id).await?;
            let is_changed = |id: &SectionId| self.after.sections.iter().any(|it| it.section_id == *id);
            let entries = entries::showing(self.tx, self.site, &picture.picture_id).await?;
            let is_changed_entry = |id: &EntryId| self.after.entries.iter().any(|it| it.entry_id == *id);
            if !showing.iter().all(is_changed) || !entries.iter().all(is_changed_entry) {
                return Err(Conflict::Shown(picture_name(picture)).into());
            }
        }
        let back: Vec<_> = added(before, after, is_same_picture).collect();
        let count = if back.is_empty() { 0 } else { pictures::count(self.tx, self.site).await? as usize };
        if count + back.len() > MAX_PICTURES {
            return Err(Conflict::from(Limit::Pictures).into());
        }
        for picture in back {
            if let Some(same) = pictures::by_hash(self.tx, self.user, self.site, &picture.hash).await? {
                return Err(Conflict::Exists(picture_name(&same)).into());
            }
        }
        Ok(())
    }

    async fn check_page(&self, page: &PageId) -> Result<(), Error> {
        match pages::get(self.tx, self.user, page).await? {
            Some(_) => Ok(()),
            None => Err(Conflict::Deleted("page".to_owned()).into()),
        }
    }

    async fn apply(&self) -> Result<()> {
        let Self { tx, user, site, before, after, current } = self;
        self.take_out().await?;
        if let Some(settings) = &before.settings {
            state::set_settings(tx, settings).await?;
        }
        self.apply_pages().await?;
        for section in &before.sections {
            match after.sections.iter().any(|other| other.section_id == section.section_id) {
                true => sections::write(tx, section).await?,
                false => {
                    let position = section.position.min(sections::count(tx, &section.page_id).await?);
                    sections::insert(tx, &Section { position, ..section.clone() }).await?;
                }
            }
        }
        for item in &before.items {
            match after.items.iter().any(|other| other.item_id == item.item_id) {
                true => navigation::write(tx, item).await?,
                false => {
                    let position = item.position.min(navigation::count(tx, site).await?);
                    navigation::insert(tx, &Item { position, ..item.clone() }).await?;
                }
            }
        }
        for picture in &before.pictures {
            match after.pictures.iter().any(|other| is_same_picture(picture, other)) {
                true => pictures::write(tx, picture).await?,
                false => pictures::insert(tx, picture).await?,
            }
        }
        for redirect in &current.redirects {
            pages::end_redirect(tx, site, &redirect.slug).await?;
        }
        for redirect in &before.redirects {
            // A page may have taken the slug since.
            if pages::slug_is_free(tx, user, site, &redirect.slug, None).await? {
                pages::redirect(tx, redirect).await?;
            }
        }
        posts::undo::apply(tx, user, site, (before, after, current)).await?;
        entries::undo::apply(tx, (before, after, current)).await?;
        match &before.order {
            Some(order) => set_order(tx, site, order).await,
            None => Ok(()),
        }
    }

    /// Deletes the rows that the change added.
    async fn take_out(&self) -> Result<()> {
        let Self { tx, before, current, .. } = self;
        for item in current.items.iter().rev() {
            if !before.items.iter().any(|other| other.item_id == item.item_id) {
                navigation::take_out(tx, item).await?;
            }
        }
        for section in current.sections.iter().rev() {
            if !before.sections.iter().any(|other| other.section_id == section.section_id) {
                sections::take_out(tx, section).await?;
            }
        }
        for picture in added(&current.pictures, &before.pictures, is_same_picture) {
            pictures::take_out(tx, &picture.picture_id).await?;
        }
        for page in current.pages.iter().rev() {
            if !before.pages.iter().any(|other| other.page_id == page.page_id) {
                pages::take_out(tx, page).await?;
            }
        }
        Ok(())
    }

    /// Restores changed pages, the home page last, since there is only one, and inserts deleted pages.
    async fn apply_pages(&self) -> Result<()> {
        let Self { tx, site, user, before, after, .. } = self;
        let is_changed = |page: &&Page| after.pages.iter().any(|other| other.page_id == page.page_id);
        let mut changed: Vec<_> = before.pages.iter().filter(is_changed).collect();
        changed.sort_by_key(|page| page.is_home);
        for page in &before.pages {
            // The slug may have become a redirect to another page since.
            pages::end_redirect(tx, site, &page.slug).await?;
        }
        for page in changed {
            pages::write(tx, page).await?;
        }
        for page in before.pages.iter().filter(|page| !is_changed(page)) {
            let position = page.position.min(pages::count(tx, site).await?);
            let is_home = page.is_home && pages::home(tx, user, site).await?.is_none();
            pages::insert(tx, &Page { position, is_home, ..page.clone() }).await?;
        }
        Ok(())
    }
}

fn is_same_picture(one: &Picture, other: &Picture) -> bool {
    one.picture_id == other.picture_id
}

fn picture_name(picture: &Picture) -> String {
    format!("picture {:?}", picture.name)
}

/// Returns the rows of `these` that are not among `others`.
pub(super) fn added<'a, T>(
    these: &'a [T],
    others: &'a [T],
    is_same: impl Fn(&T, &T) -> bool + 'a,
) -> impl Iterator<Item = &'a T> {
    these.iter().filter(move |one| !others.iter().any(|other| is_same(one, other)))
}

/// Checks that rows are still as a change left them.
pub(super) fn check_rows<T, C: PartialEq>(
    (before, after, current): (&[T], &[T], &[T]),
    is_same: impl Fn(&T, &T) -> bool,
    content: impl Fn(&T) -> C,
    name: impl Fn(&T) -> String,
) -> Result<(), Conflict> {
    let find = |rows: &'_ [T], row: &T| rows.iter().position(|other| is_same(row, other));
    for row in after {
        let Some(now) = find(current, row) else { return Err(Conflict::Deleted(name(row))) };
        if content(&current[now]) != content(row) {
            return Err(Conflict::Changed(name(&current[now])));
        }
    }
    match before.iter().find(|row| find(after, row).is_none() && find(current, row).is_some()) {
        Some(row) => Err(Conflict::Exists(name(row))),
        None => Ok(()),
    }
}
