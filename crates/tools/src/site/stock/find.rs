//! `site_search_stock_photos`.

use std::{sync::Arc, time::Duration};

use adjutant_channel::{AttachmentKind, Media};
use adjutant_domain::origin::Sources;
use adjutant_texts::{approvals::STOCK_PHOTOS, count, site::files as texts, tools::site as words};
use adjutant_workspace::kinds;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    SHOWN, Stock,
    client::{Orientation, Photo, not_set_up},
};
use crate::{
    files::{self, folder::part},
    kit::{
        ApprovalNeed, CallAssessment, Category, Context, Meta, Outcome, Permission, Risk, Tier, Tool,
        ToolError,
    },
    web::search_tool::repeats,
};

pub(super) const NAME: &str = "site_search_stock_photos";

/// The most bytes of a thumbnail.
const MAX_THUMBNAIL: u64 = 1 << 20;
/// The folder of the thumbnails, which are removed after a while.
const FOLDER: &str = "/tmp";

pub(super) struct SiteSearchStockPhotos(pub(super) Option<Arc<Stock>>);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchArgs {
    /// A few English words, such as rowing boat.
    #[schemars(length(min = 1, max = 200))]
    query: String,
    /// Only of this shape.
    orientation: Option<Orientation>,
    /// Most results; the first 5 are shown to the person.
    #[serde(default = "limit")]
    #[schemars(range(min = 1, max = 10))]
    limit: usize,
}

fn limit() -> usize {
    SHOWN
}

#[derive(Serialize, JsonSchema)]
pub(super) struct FoundPhotos {
    /// The first ones in the order in which the person sees them.
    photos: Vec<PhotoRow>,
    /// How many of them the person sees.
    shown: usize,
}

#[derive(Serialize, JsonSchema)]
struct PhotoRow {
    photo_id: String,
    /// What it shows.
    alt: String,
    photographer: String,
    /// In pixels.
    width: u32,
    height: u32,
}

impl From<&Photo> for PhotoRow {
    fn from(photo: &Photo) -> Self {
        let Photo { id, alt, photographer, width, height, .. } = photo.clone();
        Self { photo_id: id.to_string(), alt, photographer, width, height }
    }
}

#[async_trait]
impl Tool for SiteSearchStockPhotos {
    type Args = SearchArgs;
    type Output = FoundPhotos;
    /// Idempotent: a search may be repeated.
    const META: Meta = Meta::new(
        NAME,
        "Search stock photos for the website and show the person the first 5; site_choose_stock_photo lets them pick one.",
        Category::Web,
        Tier::SideEffecting,
    )
    .risk(Risk::Safe)
    .needs(&[Permission::Network])
    .tags(&["website", "image", "picture", "photo", "stock", "pexels"])
    .timeout(Duration::from_secs(60))
    .idempotent();

    /// Asks like a web search: the query goes only to the service that the operator chose.
    async fn requirement(
        &self,
        context: &Context,
        arguments: &SearchArgs,
    ) -> Result<CallAssessment, ToolError> {
        let is_own = repeats(&arguments.query, &context.own_words);
        let need = if is_own { ApprovalNeed::NotNeeded } else { ApprovalNeed::IfUntrusted };
        let summary = texts::search_photos(&arguments.query);
        Ok(CallAssessment { need, ..CallAssessment::by_policy(summary) }.kind(STOCK_PHOTOS))
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: SearchArgs,
    ) -> Result<Outcome<FoundPhotos>, ToolError> {
        let stock = self.0.as_ref().ok_or_else(not_set_up)?;
        let query = arguments.query.split_whitespace().collect::<Vec<_>>().join(" ");
        context.progress(words::searching_photos());
        let found = stock.search(&query, arguments.orientation, arguments.limit).await?;
        let is_empty = found.is_empty();
        let (mut files, mut photos) = (Vec::new(), Vec::new());
        for photo in &found {
            if files.len() < SHOWN {
                match shown(context, stock, (files.len(), photo)).await {
                    Ok(file) => files.push(file),
                    // The person picks by the numbers of the photos that they see.
                    Err(_) => continue,
                }
            }
            photos.push(PhotoRow::from(photo));
        }
        if photos.is_empty() && !is_empty {
            return Err(ToolError::unavailable(
                "the photos that were found could not be taken from where the service has them; try again later",
            ));
        }
        let shown = files.len();
        let message = match photos.len() {
            0 => "No photo was found; try other words.".to_owned(),
            many => format!(
                "Found {}; the person sees the first {shown}, in this order. site_choose_stock_photo lets them pick.",
                count(many as i64, "photo")
            ),
        };
        let outcome = Outcome::new(message, FoundPhotos { photos, shown }).from_others(sources(stock));
        Ok(match files.is_empty() {
            true => outcome,
            false => outcome.attach_all(files, texts::photos_shown(shown)),
        })
    }
}

/// Returns the source of the photographers' words.
pub(super) fn sources(stock: &Stock) -> String {
    words::photos_of(stock.name())
}

/// Returns the thumbnail of a photo, ready to be sent.
async fn shown(
    context: &Context,
    stock: &Stock,
    (number, photo): (usize, &Photo),
) -> Result<Media, ToolError> {
    let context = &part(context, number);
    let bytes = stock.thumbnail(context, photo, MAX_THUMBNAIL).await?;
    let (AttachmentKind::Photo, Some(ending)) = kinds::of(&bytes) else {
        return Err(ToolError::unavailable("the service of stock photos did not answer with a picture"));
    };
    let name = format!("photo-{}", number + 1);
    let own = Sources::from(sources(stock));
    let path = files::save_new(context, (FOLDER, &name, ending), bytes, &own).await?;
    files::to_send(context, &path).await
}
