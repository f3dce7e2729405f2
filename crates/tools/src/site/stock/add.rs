//! `site_add_stock_photo`.

use std::{sync::Arc, time::Duration};

use adjutant_domain::{origin::Sources, site::Credit};
use adjutant_sandbox::Sandbox;
use adjutant_texts::{site::files as texts, tools::site as words};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use url::Url;

use super::{
    Stock,
    client::{Photo, not_set_up},
    find::sources,
};
use crate::{
    files::source::Source,
    kit::{CallAssessment, Category, Context, Meta, Outcome, Permission, Tier, Tool, ToolError},
    site::{
        asks, line,
        pictures::{MAX_ALT, OneImage, Said, add_source},
    },
};

pub(super) const NAME: &str = "site_add_stock_photo";

pub(super) struct SiteAddStockPhoto {
    pub(super) stock: Option<Arc<Stock>>,
    pub(super) sandbox: Sandbox,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AddArgs {
    /// From site_choose_stock_photo or site_search_stock_photos.
    #[schemars(length(min = 1, max = 20))]
    photo_id: String,
    /// What it shows, in a sentence in the website's language; the photographer's words unless given.
    alt: Option<String>,
}

#[async_trait]
impl Tool for SiteAddStockPhoto {
    type Args = AddArgs;
    type Output = OneImage;
    /// A call that runs again adds the photo only once.
    const META: Meta = Meta::new(
        NAME,
        "Add a stock photo to the pictures of the website; sections show it by its image_id, \
         and the page names its photographer.",
        Category::Web,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Network, Permission::Write])
    .tags(&["website", "image", "picture", "photo", "stock", "pexels"])
    .timeout(Duration::from_secs(180))
    .idempotent();

    async fn requirement(&self, _: &Context, arguments: &AddArgs) -> Result<CallAssessment, ToolError> {
        let id = id_of(arguments)?;
        alt_of(arguments)?;
        Ok(asks(texts::add_photo(&id.to_string()), String::new))
    }

    async fn execute(&self, context: &Context, arguments: AddArgs) -> Result<Outcome<OneImage>, ToolError> {
        let stock = self.stock.as_ref().ok_or_else(not_set_up)?;
        let (id, alt) = (id_of(&arguments)?, alt_of(&arguments)?);
        context.progress(words::taking_photo());
        let photo = stock.photo(id).await?;
        let bytes = stock.whole(context, &photo, context.config.media.max_picture).await?;
        let source = Source {
            file: format!("photo-{id}.jpg"),
            attachment_id: None,
            subject: "the photo".to_owned(),
            bytes,
            untrusted: Sources::from(sources(stock)),
        };
        let alt = alt.or_else(|| Some(photo.alt.clone()).filter(|alt| !alt.is_empty()));
        let said = Said { alt, caption: None, credit: Some(credit(stock, &photo)) };
        add_source(context, &self.sandbox, &source, said).await
    }
}

fn credit(stock: &Stock, photo: &Photo) -> Credit {
    Credit {
        photographer: photo.photographer.clone(),
        url: photo.page.as_ref().map(Url::to_string).unwrap_or_default(),
        source: stock.name().to_owned(),
    }
}

fn id_of(arguments: &AddArgs) -> Result<u64, ToolError> {
    arguments.photo_id.trim().parse().map_err(|_| {
        ToolError::invalid(
            "field 'photo_id' in arguments is no id of a photo; site_search_stock_photos returns ids",
        )
    })
}

fn alt_of(arguments: &AddArgs) -> Result<Option<String>, ToolError> {
    let given = arguments.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty());
    given.map(|alt| line("alt", alt, MAX_ALT)).transpose()
}
