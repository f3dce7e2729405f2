//! Settings of the whole site.

use serde_json::json;

use super::Talk;
use crate::harness::{Chat, reads};

pub async fn site_get_settings(talk: &Talk<impl Chat>) {
    let title = json!({ "key": "title" });
    let (answer, got) = talk.says("what is our website called?", "site_get_settings", title).await;
    reads!(answer, @"The settings of the website.");
    assert_eq!(got["settings"], json!({ "title": "Riverside Choir" }));
    let (_, got) = talk.says("and how does it look?", "site_get_settings", json!({})).await;
    assert_eq!(got["settings"]["theme"], "plain");
    assert_eq!((&got["settings"]["accent"], &got["settings"]["language"]), (&json!(null), &json!("en")));
}

pub async fn site_update_settings(talk: &Talk<impl Chat>) {
    let german = json!({ "language": "de", "theme": "warm", "accent": "#7a1f3d" });
    let words = "the website is in German, and should look warm, in a dark red";
    let (answer, _) = talk.says(words, "site_update_settings", german).await;
    reads!(answer, @"Changed the settings of the website.");
    let page = talk.previewed("").await;
    assert!(page.contains("<html lang=\"de\">"), "{page}");
    let (_, got) = talk.says("how does it look now?", "site_get_settings", json!({})).await;
    assert_eq!((&got["settings"]["theme"], &got["settings"]["accent"]), (&json!("warm"), &json!("#7a1f3d")));
    assert_eq!(got["settings"]["title"], "Riverside Choir", "what was not named stays");

    let pale = json!({ "accent": "yellow" });
    let (answer, _) = talk.says("or in yellow", "site_update_settings", pale).await;
    reads!(answer, @r#"field 'accent' in arguments is "yellow"; a colour such as #1d5fb8 fits"#);
    let (_, got) = talk.says("is it still red?", "site_get_settings", json!({ "key": "accent" })).await;
    assert_eq!(got["settings"]["accent"], "#7a1f3d");
}
