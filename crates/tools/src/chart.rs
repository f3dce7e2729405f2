//! `chart`: draws numbers as a picture, keeps it among the person's files, and sends it to the chat.

use adjutant_charts::{Chart, Kind, MAX_POINTS, MAX_SERIES, Series, Table};
use adjutant_domain::origin::Sources;
use adjutant_workspace::names;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    files,
    kit::{CallAssessment, Category, Context, Meta, Outcome, Permission, Tier, Tool, ToolError},
};

/// The name of the tool.
pub(super) const NAME: &str = "chart";
/// The folder of the pictures.
const FOLDER: &str = "/shared/charts";

pub(super) struct DrawChart;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChartArgs {
    /// Lines for what changes over time, bars to compare, a pie for shares of a whole.
    kind: ChartKind,
    /// What it shows, in a few words.
    #[serde(default)]
    title: String,
    /// What the numbers count: €, kg, %.
    #[serde(default)]
    unit: String,
    /// Below the chart, in order: days, months, names.
    #[schemars(length(min = 1, max = MAX_POINTS))]
    labels: Vec<String>,
    /// A pie has one.
    #[schemars(length(min = 1, max = MAX_SERIES))]
    series: Vec<ChartSeries>,
    /// Text below the picture, in Markdown.
    #[serde(default)]
    #[schemars(length(max = 4000))]
    caption: String,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum ChartKind {
    Line,
    Bar,
    Pie,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
struct ChartSeries {
    name: String,
    /// One for each label.
    values: Vec<f64>,
}

impl ChartArgs {
    /// Returns the name of the picture's file.
    fn name(&self) -> String {
        names::for_disk(&self.title).unwrap_or_else(|| NAME.to_owned())
    }

    fn chart(self) -> Result<Chart, ToolError> {
        let kind = match self.kind {
            ChartKind::Line => Kind::Line,
            ChartKind::Bar => Kind::Bar,
            ChartKind::Pie => Kind::Pie,
        };
        let series = self.series.into_iter().map(|ChartSeries { name, values }| Series { name, values });
        let table =
            Table { title: self.title, unit: self.unit, labels: self.labels, series: series.collect() };
        Chart::new(kind, table).map_err(|refusal| ToolError::rejected(refusal.to_string()))
    }
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Drawn {
    /// Where the picture is.
    path: String,
}

#[async_trait]
impl Tool for DrawChart {
    type Args = ChartArgs;
    type Output = Drawn;
    /// The call's id identifies the file and the message, so there is one of each however often the call runs.
    const META: Meta = Meta::new(
        NAME,
        "Draw numbers as a chart (lines, bars or a pie) and send it to this chat as a picture.",
        Category::Files,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["chart", "graph", "picture"])
    .idempotent();

    /// Needs no approval, like an answer in words: the chart shows what the model has written in the call, and no file
    /// changes.
    async fn requirement(&self, _: &Context, _: &ChartArgs) -> Result<CallAssessment, ToolError> {
        Ok(CallAssessment::without_asking())
    }

    async fn execute(
        &self,
        context: &Context,
        mut arguments: ChartArgs,
    ) -> Result<Outcome<Drawn>, ToolError> {
        let (name, caption) = (arguments.name(), std::mem::take(&mut arguments.caption));
        let chart = arguments.chart()?;
        let png = files::blocking(move || Ok(chart.png())).await?;
        let path = files::save_new(context, (FOLDER, &name, "png"), png, &Sources::OWN).await?;
        let media = files::to_send(context, &path).await?;
        let message = format!(
            "The chart {path} is on its way to the chat. Say what it shows in short; its numbers need no repeating."
        );
        let title = format!("Drew the chart {path}.");
        Ok(Outcome::new(message, Drawn { path }).titled(title).attach(media, caption))
    }
}
