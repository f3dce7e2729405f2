//! `/tools`: the toolsets of a conversation.

use adjutant_channel::{Button as Shown, ButtonStyle, Content, Rich};
use adjutant_domain::buttons::Button;

use super::{button, fluent::text};

/// The most toolsets in the list, each with a button: Discord accepts no more rows.
const MOST: usize = 20;
const IN_A_ROW: usize = 4;

/// A toolset in the list.
pub struct Listed<'a> {
    pub name: &'a str,
    pub summary: &'a str,
    pub is_open: bool,
}

/// The list, with a button to open or close each toolset.
pub fn listing(toolsets: &[Listed<'_>]) -> Content {
    let shown = &toolsets[..toolsets.len().min(MOST)];
    let mut body = Rich::builder().bold(text!("toolset-heading"));
    body = body.text(format!("\n\n{}\n", text!("toolset-introduction")));
    for Listed { name, summary, is_open } in shown {
        let state = if *is_open { format!(" {}", text!("toolset-open-mark")) } else { String::new() };
        body = body.text("\n- ").bold(*name).text(format!("{state}: {}", about(name, summary)));
    }
    if toolsets.len() > shown.len() {
        body = body.text(format!("\n- {}", text!("toolset-more", count = toolsets.len() - shown.len())));
    }
    let buttons: Vec<_> = shown.iter().map(switch).collect();
    Content {
        body: body.build(),
        buttons: buttons.chunks(IN_A_ROW).map(<[_]>::to_vec).collect(),
        ..Content::default()
    }
}

/// Returns a toolset's purpose; `summary`: its text for the model. Only the gateway's own toolsets are translated.
fn about(name: &str, summary: &str) -> String {
    text!("tools-toolset", name = name, summary = summary)
}

fn switch(toolset: &Listed<'_>) -> Shown {
    let Listed { name, is_open, .. } = *toolset;
    let label = match is_open {
        true => text!("toolset-button-close", name = name),
        false => text!("toolset-button-open", name = name),
    };
    button(&label, Button::Toolset { name, opens: !is_open }, ButtonStyle::Plain)
}
