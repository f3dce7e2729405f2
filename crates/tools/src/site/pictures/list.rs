//! `site_list_images`.

use adjutant_domain::ids::PictureId;
use adjutant_macros::tool;
use adjutant_texts::count;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    super::{whole, within_a_result},
    ImageRow, is_shown,
};
use crate::kit::{Context, Outcome, ToolError};

#[derive(Serialize, JsonSchema)]
pub(in crate::site) struct ListedImages {
    /// The newest first.
    images: Vec<ImageRow>,
    total: usize,
    /// The `offset` that reads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
    /// Those that no page, post or entry shows, among these.
    unused: Vec<PictureId>,
}

/// List the pictures of the website.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "image", "picture", "photo"))]
pub(in crate::site) async fn site_list_images(
    context: &Context,
    /// Only those that came in this conversation.
    #[serde(default)]
    of_this_conversation: bool,
    /// Pictures to leave out at the beginning.
    #[serde(default)]
    offset: usize,
) -> Result<Outcome<ListedImages>, ToolError> {
    let site = whole(context).await?;
    let here = &context.session.session_id;
    let all = site.iter().flat_map(|site| &site.pictures);
    let mut found: Vec<_> =
        all.filter(|it| !of_this_conversation || it.session_id.as_ref() == Some(here)).collect();
    found.reverse();
    let total = found.len();
    let images = within_a_result(found.iter().skip(offset).map(|it| ImageRow::from(*it)));
    let listed = found.iter().skip(offset).take(images.len());
    let untrusted = listed.clone().map(|picture| &picture.untrusted).collect();
    let is_unused = |id: &PictureId| site.as_ref().is_some_and(|site| !is_shown(site, id));
    let unused = listed.map(|picture| picture.picture_id.clone()).filter(is_unused).collect();
    let end = offset + images.len();
    let next_offset = (end < total).then_some(end);
    let message = match (total, next_offset) {
        (0, _) if of_this_conversation => {
            "No picture came in this conversation; site_add_image adds one.".to_owned()
        }
        (0, _) => "The website has no pictures yet; site_add_image adds one.".to_owned(),
        (total, Some(next)) => format!("{}; more with offset {next}.", count(total as i64, "picture")),
        (total, None) => format!("{}.", count(total as i64, "picture")),
    };
    Ok(Outcome { untrusted, ..Outcome::new(message, ListedImages { images, total, next_offset, unused }) })
}
