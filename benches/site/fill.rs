//! Creates the large site: its rows by the store's functions, and the files of its pictures.

use std::{fs, ops::Range};

use adjutant_clock::SystemClock;
use adjutant_domain::{
    clock::Clock as _,
    ids::{self, ItemId, PageId, PictureId, SectionId, SiteId, UserId},
    origin::Sources,
    site::{PageStatus, Variant, VariantFormat},
};
use adjutant_store::{
    db::{Scope, SyncedTx, Tx},
    site::{self, By, MAX_ITEMS, Settings, Target, navigation, pages, pictures, sections},
};
use adjutant_workspace::{Blob, Blobs};
use anyhow::{Context as _, Result};
use clap::Args;
use serde_json::{Value, json};

use crate::gateway::Gateway;

/// How large it is.
#[derive(Args, Clone, Copy)]
pub struct Sizes {
    #[arg(long, default_value_t = 1_000)]
    pub pages: usize,
    #[arg(long, default_value_t = 5_000)]
    pub pictures: usize,
}

/// The page that is measured.
pub struct Filled {
    pub page: PageId,
    pub title: String,
    /// Its first section.
    pub section: SectionId,
}

/// The sections of a page: each with its template and its content.
type Sections = Vec<(&'static str, Value)>;

/// The number of rows in a transaction.
const AT_ONCE: usize = 50;
/// The widths of a picture, and the bytes of a file for each pixel of its width.
const WIDTHS: [u32; 3] = [480, 960, 1_600];
const BYTES: usize = 12;
/// The sources of the words.
static OWN: Sources = Sources::OWN;
const WORDS: &str = "Some **words** of the harbour, its boats and the people who mend their nets there. ";
const SUBJECTS: [&str; 5] = ["boats", "nets", "tides", "the lighthouse", "the fish market"];

pub async fn fill(gateway: &Gateway, sizes: Sizes) -> Result<Filled> {
    let user = gateway.user.user_id.clone();
    let ids: Vec<_> = (0..sizes.pictures).map(|_| PictureId::generate()).collect();
    let site = settings(gateway, &user).await?;
    for range in chunks(sizes.pictures) {
        add_pictures(gateway, &site, &ids, range).await?;
    }
    let page_ids: Vec<_> = (0..sizes.pages).map(|_| PageId::generate()).collect();
    let per_page = (sizes.pictures / sizes.pages.max(1)).max(1);
    for range in chunks(sizes.pages) {
        let rows = range.map(|number| {
            let own = ids.iter().skip(number * per_page).take(per_page).map(PictureId::as_str).collect();
            (page_ids[number].clone(), number, contents(number, sizes.pages, own))
        });
        add_pages(gateway, &site, rows.collect()).await?;
    }
    add_navigation(gateway, &site, page_ids[..page_ids.len().min(MAX_ITEMS / 2)].to_vec()).await?;
    let page = page_ids[sizes.pages / 2].clone();
    let wanted = page.clone();
    let first = gateway.db.read(async move |tx: &Tx| sections::of_page(tx, &user, &wanted).await).await?;
    let section = first.first().context("a page without sections")?.section_id.clone();
    Ok(Filled { page, title: title(sizes.pages / 2), section })
}

fn chunks(count: usize) -> impl Iterator<Item = Range<usize>> {
    (0..count).step_by(AT_ONCE).map(move |from| from..(from + AT_ONCE).min(count))
}

fn title(number: usize) -> String {
    format!("Page about {} {number}", SUBJECTS[number % SUBJECTS.len()])
}

fn slug(number: usize) -> String {
    format!("page-{number}")
}

/// Returns the sections of a page: 3 to 5 of them.
fn contents(number: usize, of: usize, pictures: Vec<&str>) -> Sections {
    let next = slug((number + 1) % of);
    let body = format!("[The next page](/{next})\n\n{}", WORDS.repeat(20));
    let shown: Vec<_> = pictures.iter().skip(1).map(|id| json!({ "image": id })).collect();
    let mut sections = vec![
        ("hero", json!({ "heading": title(number), "image": pictures.first() })),
        ("text", json!({ "heading": "What there is", "body": body })),
        ("quote", json!({ "text": WORDS, "author": "A fisher" })),
    ];
    if !shown.is_empty() {
        sections.push(("gallery", json!({ "heading": "Pictures", "images": shown })));
    }
    if number.is_multiple_of(2) {
        sections.push(("cta", json!({ "heading": "Come and see", "button_label": "Read on", "button_link": format!("/{next}") })));
    }
    sections
}

async fn settings(gateway: &Gateway, user: &UserId) -> Result<SiteId> {
    let user = user.clone();
    let write = async move |tx: &SyncedTx| {
        let site = site::open(tx, &user, SystemClock.timestamp()).await?;
        let settings = Settings { title: Some("The harbour"), ..Settings::default() };
        Ok(site::update_settings(tx, &site.site_id, &settings, &by(&user)).await?.site_id)
    };
    gateway.db.write(Scope::Global, write).await
}

async fn add_pictures(
    gateway: &Gateway,
    site: &SiteId,
    ids: &[PictureId],
    range: Range<usize>,
) -> Result<()> {
    let (user, site) = (gateway.user.user_id.clone(), site.clone());
    let blobs = gateway.blobs();
    let mut rows = Vec::new();
    for number in range {
        let hash = ids::sha256(&format!("picture {number}"));
        let variants = variants(&hash);
        for variant in &variants {
            put(&*blobs, &user, variant)?;
        }
        rows.push((ids[number].clone(), number, hash, variants));
    }
    let write = async move |tx: &SyncedTx| {
        for (id, number, hash, variants) in &rows {
            let alt = format!("A picture of {}, {number}", SUBJECTS[number % SUBJECTS.len()]);
            let bytes = variants.iter().map(|variant| i64::from(variant.width) * BYTES as i64).sum();
            let new = pictures::New {
                picture_id: id.clone(),
                name: &format!("IMG_{number:04}.jpg"),
                alt: &alt,
                caption: number.is_multiple_of(3).then_some("Seen from the pier"),
                hash,
                bytes,
                variants,
                credit: None,
                session_id: None,
            };
            pictures::add(tx, &site, &new, &by(&user)).await?;
        }
        Ok(())
    };
    gateway.db.write(Scope::Global, write).await
}

fn variants(hash: &str) -> Vec<Variant> {
    let formats = [VariantFormat::WebP, VariantFormat::Jpeg];
    let all = WIDTHS.iter().flat_map(|&width| formats.map(|format| (width, format)));
    let variant = |(width, format): (u32, VariantFormat)| Variant {
        width,
        height: width * 2 / 3,
        format,
        file: format!("{}-{width}.{}", &hash[..32], format.ending()),
    };
    all.map(variant).collect()
}

/// Writes a file of a typical size for such a picture, without waiting for the disk.
fn put(blobs: &dyn Blobs, user: &UserId, variant: &Variant) -> Result<()> {
    let blob = Blob::of_site(user, variant.file.as_str());
    let path = blobs.local(&blob)?;
    fs::create_dir_all(path.parent().context("no folder")?)?;
    Ok(fs::write(path, bytes(variant))?)
}

fn bytes(variant: &Variant) -> Vec<u8> {
    variant.file.bytes().cycle().take(variant.width as usize * BYTES).collect()
}

async fn add_pages(gateway: &Gateway, site: &SiteId, rows: Vec<(PageId, usize, Sections)>) -> Result<()> {
    let (user, site) = (gateway.user.user_id.clone(), site.clone());
    let write = async move |tx: &SyncedTx| {
        for (page_id, number, contents) in &rows {
            let section =
                |(template, content)| sections::New { section_id: SectionId::generate(), template, content };
            let sections: Vec<_> =
                contents.iter().map(|(template, content)| section((*template, content))).collect();
            let new = pages::New {
                page_id: page_id.clone(),
                title: &title(*number),
                slug: &slug(*number),
                description: "A page of a large site",
                status: PageStatus::Draft,
                is_home: *number == 0,
                sections: &sections,
            };
            pages::add(tx, &site, &new, &by(&user)).await?;
        }
        Ok(())
    };
    gateway.db.write(Scope::Global, write).await
}

async fn add_navigation(gateway: &Gateway, site: &SiteId, to: Vec<PageId>) -> Result<()> {
    let (user, site) = (gateway.user.user_id.clone(), site.clone());
    let write = async move |tx: &SyncedTx| {
        for (number, page) in to.iter().enumerate() {
            let (item_id, target) = (ItemId::generate(), Target::Page(page.clone()));
            let new = navigation::New { item_id, label: &title(number), target, visible: true };
            navigation::add(tx, &site, &new, None, &by(&user)).await?;
        }
        Ok(())
    };
    gateway.db.write(Scope::Global, write).await
}

fn by(user: &UserId) -> By<'_> {
    By { user, author: user, what: "Added", now: SystemClock.timestamp(), untrusted: &OWN }
}
