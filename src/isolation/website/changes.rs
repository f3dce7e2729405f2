//! Changes of websites in a walk, by number.

use adjutant_domain::{
    ids::{
        CollectionId, EntryId, ItemId, PageId, PictureId, PostId, RevisionId, SectionId, SiteId,
        SiteMessageId, UserId, sha256,
    },
    site::{Credit, PageStatus, PostStatus, Variant, VariantFormat},
};
use adjutant_store::{
    db::Tx,
    site::{
        self, By, Error, Published, Settings, Target, collections, entries, import, messages, navigation,
        pages, pictures, posts, sections,
    },
};
use serde_json::{Value, json};

use super::Thing;

/// The number of kinds of changes.
pub(in crate::isolation) const CHANGES: usize = 29;

/// A change of a website.
pub(super) struct Change<'a> {
    pub(super) tx: &'a Tx,
    pub(super) by: By<'a>,
    pub(super) things: &'a [Thing],
    pub(super) seed: usize,
    pub(super) words: &'a str,
}

impl Change<'_> {
    /// Returns the id of anybody's item of this kind, and its user.
    fn id(&self, kind: &str) -> Option<(String, UserId)> {
        let fitting: Vec<_> = self.things.iter().filter(|thing| thing.kind == kind).collect();
        let thing = fitting.get(self.seed % fitting.len().max(1))?;
        Some((thing.id.clone(), thing.user_id.clone()))
    }

    /// Makes the change with this number. Returns the owner of the website, and the outcome.
    pub(super) async fn carry_out(&self, change: usize) -> (Option<UserId>, Result<(), Error>) {
        let kind = match change {
            0..=4 | 14 | 15 | 21 | 23 => "site",
            5..=8 => "page",
            9..=10 => "section",
            11..=12 => "item",
            16..=18 => "post",
            19..=20 => "picture",
            22 => "message",
            24..=26 => "collection",
            27..=28 => "entry",
            _ => "revision",
        };
        let Some((id, whose)) = self.id(kind) else { return (None, Ok(())) };
        let done = match kind {
            // A visitor writes to the person, in words that only this person may see.
            "site" if change == 21 && whose == *self.by.user => self.receives(&SiteId(id)).await,
            "site" if change == 21 => Err(Error::Missing("site")),
            "message" => self.of_message(&SiteMessageId(id)).await,
            "site" => self.of_site(change, &SiteId(id)).await,
            "page" => self.of_page(change, &PageId(id)).await,
            "section" => self.of_section(change, &SectionId(id)).await,
            "item" => self.of_item(change, &ItemId(id)).await,
            "picture" => self.of_picture(change, &PictureId(id)).await,
            "post" => self.of_post(change, &PostId(id)).await,
            "collection" => self.of_collection(change, &CollectionId(id)).await,
            "entry" => self.of_entry(change, &EntryId(id)).await,
            _ => {
                let id = RevisionId(id);
                site::undo(self.tx, (self.by.user, self.by.author), Some(&id), self.by.now).await.map(drop)
            }
        };
        (Some(whose), done)
    }

    async fn of_site(&self, change: usize, id: &SiteId) -> Result<(), Error> {
        let Self { tx, by, words, .. } = self;
        match change {
            1 => {
                let content = json!({ "text": words });
                let (section_id, template) = (SectionId::generate(), "text");
                let aliases = [format!("slug-{}", self.seed)];
                let page_id = PageId::generate();
                let page = import::WholePage {
                    slug: &page_id.0.clone(),
                    page_id,
                    title: words,
                    description: words,
                    status: PageStatus::Draft,
                    is_home: false,
                    sections: &[sections::New { section_id, template, content: &content }],
                    aliases: &aliases,
                };
                import::put_page(tx, id, &page, by).await.map(drop)
            }
            0 => {
                let page_id = PageId::generate();
                let content = json!({ "text": words });
                let (section_id, template) = (SectionId::generate(), "text");
                let sections = [sections::New { section_id, template, content: &content }];
                let page = pages::New {
                    slug: &page_id.0.clone(),
                    page_id,
                    title: words,
                    description: words,
                    status: PageStatus::Published,
                    is_home: self.seed.is_multiple_of(2),
                    sections: &sections,
                };
                pages::add(tx, id, &page, by).await.map(drop)
            }
            // Any page and post: nobody can publish somebody else's.
            2 if self.seed % 4 == 1 => {
                let page = self.id("page").map(|(id, _)| PageId(id));
                pages::publish(tx, id, &Vec::from_iter(page), by).await
            }
            2 if self.seed % 4 == 3 => {
                let post = self.id("post").map(|(id, _)| PostId(id));
                posts::publish(tx, id, &Vec::from_iter(post), by).await
            }
            2 => {
                let settings = Settings { title: Some(words), ..Settings::default() };
                site::update_settings(tx, id, &settings, by).await.map(drop)
            }
            3 => {
                let target = match self.id("page") {
                    Some((page, _)) if self.seed.is_multiple_of(2) => Target::Page(PageId(page)),
                    _ => Target::Url("https://example.com".to_owned()),
                };
                let item =
                    navigation::New { item_id: ItemId::generate(), label: words, target, visible: true };
                navigation::add(tx, id, &item, None, by).await.map(drop)
            }
            14 => {
                let hash = sha256(words);
                let file = format!("{hash}-480.webp");
                let variant = Variant { width: 480, height: 320, format: VariantFormat::WebP, file };
                let picture = pictures::New {
                    picture_id: PictureId::generate(),
                    name: words,
                    alt: words,
                    caption: Some(words),
                    hash: &hash,
                    bytes: 1_000,
                    variants: &[variant],
                    credit: None,
                    session_id: None,
                };
                pictures::add(tx, id, &picture, by).await.map(drop)
            }
            15 if self.seed.is_multiple_of(2) => {
                let post_id = PostId::generate();
                let post = import::WholePost {
                    slug: &post_id.0.clone(),
                    post_id,
                    title: words,
                    body: words,
                    excerpt: None,
                    author: Some(words),
                    status: PostStatus::Archived,
                    tags: &[],
                    published_at: None,
                    aliases: &[],
                };
                import::put_post(tx, id, &post, by).await.map(drop)
            }
            15 => {
                let post_id = PostId::generate();
                let tags = [(*words).to_owned()];
                let post = posts::New {
                    slug: &post_id.0.clone(),
                    post_id,
                    title: words,
                    body: words,
                    excerpt: Some(words),
                    author: None,
                    tags: &tags,
                    published_at: None,
                };
                posts::add(tx, id, &post, by).await.map(drop)
            }
            23 => {
                let collection_id = CollectionId::generate();
                let slug = &collection_id.0.clone();
                let new = collections::New { collection_id, title: words, slug, description: words };
                match self.seed.is_multiple_of(2) {
                    true => import::put_collection(tx, id, &new, by).await.map(drop),
                    false => collections::add(tx, id, &new, by).await.map(drop),
                }
            }
            _ => match site::snapshot(tx, by.user, id).await? {
                Some(snapshot) => {
                    site::note_published(tx, by.user, id, &Published::new(&snapshot)?, by.now).await
                }
                None => Err(Error::Missing("site")),
            },
        }
    }

    async fn of_page(&self, change: usize, id: &PageId) -> Result<(), Error> {
        let Self { tx, by, words, .. } = self;
        match change {
            5 => {
                let slug = format!("slug-{}", self.seed);
                let change = pages::Change { title: Some(words), slug: Some(&slug), ..Default::default() };
                pages::update(tx, id, &change, by).await.map(drop)
            }
            6 => pages::set_status(tx, id, PageStatus::Draft, by).await.map(drop),
            7 => {
                let content = Value::from(*words);
                let (section_id, template) = (SectionId::generate(), "text");
                let section = sections::New { section_id, template, content: &content };
                sections::add(tx, id, &section, Some(0), by).await.map(drop)
            }
            _ => pages::delete(tx, id, by).await.map(drop),
        }
    }

    async fn of_section(&self, change: usize, id: &SectionId) -> Result<(), Error> {
        match change {
            9 => sections::set_content(self.tx, id, &Value::from(self.words), &self.by).await.map(drop),
            _ => sections::move_to(self.tx, id, 0, &self.by).await.map(drop),
        }
    }

    async fn of_post(&self, change: usize, id: &PostId) -> Result<(), Error> {
        let Self { tx, by, words, .. } = self;
        match change {
            16 => {
                let slug = format!("slug-{}", self.seed);
                let change = posts::Change { body: Some(words), slug: Some(&slug), ..Default::default() };
                posts::update(tx, id, &change, by).await.map(drop)
            }
            17 => posts::set_status(tx, id, PostStatus::Published, by).await.map(drop),
            _ => posts::delete(tx, id, by).await.map(drop),
        }
    }

    async fn of_collection(&self, change: usize, id: &CollectionId) -> Result<(), Error> {
        let Self { tx, by, words, .. } = self;
        match change {
            24 => {
                let entry_id = EntryId::generate();
                let entry = entries::New {
                    slug: &entry_id.0.clone(),
                    entry_id,
                    title: words,
                    summary: words,
                    body: words,
                    picture_id: None,
                    link: Some(words),
                    status: PageStatus::Published,
                };
                entries::add(tx, id, &entry, by).await.map(drop)
            }
            25 => {
                let slug = format!("slug-{}", self.seed);
                let change =
                    collections::Change { title: Some(words), slug: Some(&slug), ..Default::default() };
                collections::update(tx, id, &change, by).await.map(drop)
            }
            _ => collections::delete(tx, id, by).await.map(drop),
        }
    }

    async fn of_entry(&self, change: usize, id: &EntryId) -> Result<(), Error> {
        match change {
            27 => {
                let change =
                    entries::Change { body: Some(self.words), position: Some(0), ..Default::default() };
                entries::update(self.tx, id, &change, &self.by).await.map(drop)
            }
            _ => entries::delete(self.tx, id, &self.by).await.map(drop),
        }
    }

    async fn receives(&self, id: &SiteId) -> Result<(), Error> {
        let message = messages::Message {
            message_id: SiteMessageId::generate(),
            site_id: id.clone(),
            page: String::new(),
            name: self.words.to_owned(),
            email: "visitor@example.org".to_owned(),
            message: self.words.to_owned(),
            address: String::new(),
            content: self.words.to_owned(),
            received_at: self.by.now,
        };
        Ok(messages::put(self.tx, &message).await?)
    }

    async fn of_message(&self, id: &SiteMessageId) -> Result<(), Error> {
        let Some(message) = messages::get(self.tx, self.by.user, id).await? else {
            return Err(Error::Missing("message"));
        };
        match self.seed % 2 {
            0 => Ok(messages::block(self.tx, &message, self.by.now).await?),
            _ => Ok(messages::unblock(self.tx, self.by.user, id).await.map(drop)?),
        }
    }

    async fn of_item(&self, change: usize, id: &ItemId) -> Result<(), Error> {
        match change {
            11 => navigation::toggle(self.tx, id, &self.by).await.map(drop),
            _ => navigation::remove(self.tx, id, &self.by).await.map(drop),
        }
    }

    async fn of_picture(&self, change: usize, id: &PictureId) -> Result<(), Error> {
        let Self { tx, by, words, .. } = self;
        match (change, self.id("section")) {
            (19, _) => {
                let (photographer, url, source) = ((*words).to_owned(), String::new(), String::new());
                let credit = Credit { photographer, url, source };
                let credit = Some(Some(&credit));
                let change = pictures::Change { alt: Some(words), caption: Some(None), credit };
                pictures::update(tx, id, &change, by).await.map(drop)
            }
            (_, Some((section, _))) if self.seed.is_multiple_of(2) => {
                let contents = [(SectionId(section), Value::from(*words))];
                pictures::set_shown(
                    tx,
                    id,
                    &pictures::Shown { contents: &contents, ..Default::default() },
                    false,
                    by,
                )
                .await
                .map(drop)
            }
            _ => pictures::set_shown(tx, id, &pictures::Shown::default(), true, by).await.map(drop),
        }
    }
}
