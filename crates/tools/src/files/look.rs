//! `look`: shows a picture to the model, or asks a model with vision about it.

use std::{sync::Arc, time::Duration};

use adjutant_domain::{ids::AttachmentId, picture::Order};
use adjutant_sandbox::Sandbox;
use adjutant_store::pictures;
use adjutant_texts::{self as texts, pictures::PictureLimits};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::source::{self, Source};
use crate::{
    decoders::pictures::redraw,
    kit::{CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Tier, Tool, ToolError},
};

pub const NAME: &str = "look";

pub(super) struct Look(pub(super) Sandbox);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LookArgs {
    /// A picture or PDF among the person's own files.
    path: Option<FilePath>,
    /// Or the id of one that came with a message; the newest file unless given.
    attachment_id: Option<AttachmentId>,
    /// Of a PDF, the page, from 1.
    page: Option<u32>,
    /// What to find out.
    question: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Seen {
    /// Its path, or the name with which it came.
    file: String,
    /// As it is shown, in pixels.
    width: u32,
    height: u32,
    /// What another model answers, which sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
}

#[async_trait]
impl Tool for Look {
    type Args = LookArgs;
    type Output = Seen;
    const META: Meta = Meta::new(
        NAME,
        "Look at a picture again, at one among the files, or at a page of a PDF, such as a scan.",
        Category::Files,
        Tier::ReadOnly,
    )
    .needs(&[Permission::Read])
    .tags(&["picture", "photo", "image", "see", "look", "screenshot", "scan", "page"])
    .timeout(Duration::from_secs(180));

    async fn requirement(
        &self,
        context: &Context,
        arguments: &LookArgs,
    ) -> Result<CallAssessment, ToolError> {
        source::requirement(context, arguments.path.as_ref(), arguments.attachment_id.as_ref())
    }

    async fn execute(&self, context: &Context, arguments: LookArgs) -> Result<Outcome<Seen>, ToolError> {
        let LookArgs { path, attachment_id, page, question } = arguments;
        let media = &context.config.media;
        let limits =
            PictureLimits { size: media.max_picture, pixels: media.max_pixels, count: media.max_pictures };
        let Source { file, subject, bytes, mut untrusted, .. } =
            source::read(context, path.as_ref(), attachment_id.as_ref(), media.max_picture).await?;
        context.progress(texts::tools::files::looking_at_picture());
        let order = Order { max_pixels: media.max_pixels, page };
        let picture = redraw(&context.sandbox(&self.0), &bytes, order).await.map_err(|problem| {
            ToolError::rejected(format!("{subject} {}", texts::pictures::problem(problem, limits)))
        })?;
        let picture = Arc::new(picture);
        let (width, height) = (picture.size.width, picture.size.height);
        let question = question.unwrap_or_else(|| texts::pictures::what_it_shows().to_owned());
        let answer = context.resources.see(&picture, &question).await?;
        let message = match &answer {
            Some(_) => "Another model has looked at it for you.",
            None => {
                let (turn, call) = (context.turn_id.clone(), context.call_id.clone());
                let scope = context.session_scope();
                context
                    .db
                    .write_unsynced(scope, async move |tx| pictures::show(tx, &turn, &call, &picture).await)
                    .await?;
                "The picture follows the results of these calls."
            }
        };
        untrusted.extend([texts::PICTURE.to_owned()]);
        let seen = Seen { file, width, height, answer };
        Ok(Outcome { untrusted, ..Outcome::new(message, seen) })
    }
}
