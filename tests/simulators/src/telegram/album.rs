//! `sendMediaGroup`: several files as one album.

use serde_json::{Map, Value, json};

use super::{
    errors::{ApiError, bad_request, malformed},
    media::{File, attach, check},
    methods::{blank, put},
    params::{Params, Upload},
    state::{Message, State},
    text::{self, Text},
};

/// The most files in an album.
const MAX_ITEMS: usize = 10;

/// An item of the album.
struct Item<'a> {
    kind: &'static str,
    caption: Text,
    upload: &'a Upload,
}

/// Sends all of an album, or nothing of it. A single file is sent as an ordinary message.
pub(crate) fn send(state: &mut State, params: &Params) -> Result<Value, ApiError> {
    let media = params.json("media")?.unwrap_or_default();
    let media = media.as_array().map(Vec::as_slice).unwrap_or_default();
    let items = media.iter().map(|item| read(params, item)).collect::<Result<Vec<_>, _>>()?;
    let blank = blank(state, params)?;
    check_together(&items)?;
    for (at, item) in items.iter().enumerate() {
        check(item.kind, &item.upload.bytes).map_err(|error| of_item(at, &error))?;
    }
    state.admit(blank.chat_id)?;
    state.charge(blank.chat_id, items.len() - 1);

    let album = (items.len() > 1).then(|| format!("14{:015}", state.files.len()));
    let mut sent = Vec::new();
    for Item { kind, caption, upload } in items {
        let mut extra: Map<String, Value> = attach(state, kind, upload);
        if let Some(id) = &album {
            extra.insert("media_group_id".into(), json!(id));
        }
        let file = File { kind, name: upload.name.clone(), bytes: upload.bytes.clone() };
        sent.push(put(state, Message { text: caption, file: Some(file), extra, ..blank.clone() }));
    }
    Ok(Value::Array(sent))
}

fn read<'a>(params: &'a Params, item: &Value) -> Result<Item<'a>, ApiError> {
    let unreadable = |what: &str| bad_request(&format!("can't parse InputMedia: {what}"));
    if !item["parse_mode"].is_null() {
        return Err(malformed("the simulator takes entities only, no parse_mode"));
    }
    let kind = match item["type"].as_str().unwrap_or_default() {
        "photo" => "photo",
        "video" => "video",
        "audio" => "audio",
        "document" => "document",
        other => return Err(unreadable(&format!("type \"{other}\" is unsupported"))),
    };
    let name = item["media"].as_str().and_then(|media| media.strip_prefix("attach://"));
    let upload = name.and_then(|name| params.files.get(name)).ok_or_else(|| unreadable("media not found"))?;
    let entities = Some(item["caption_entities"].clone()).filter(|entities| !entities.is_null());
    let caption = text::tidy_caption(item["caption"].as_str().unwrap_or_default(), entities)?;
    Ok(Item { kind, caption, upload })
}

/// Returns the refusal of one item, by its index, in the platform's words for an album.
fn of_item(at: usize, error: &ApiError) -> ApiError {
    let reason = error.description.trim_start_matches("Bad Request: ");
    let mut of_album =
        bad_request(&format!("failed to send message #{} with the error message \"{reason}\"", at + 1));
    of_album.is_bug = error.is_bug;
    of_album
}

fn check_together(items: &[Item<'_>]) -> Result<(), ApiError> {
    if items.is_empty() {
        return Err(bad_request("there are no messages to send"));
    }
    if items.len() > MAX_ITEMS {
        return Err(bad_request("too many messages to send as an album"));
    }
    for kind in ["audio", "document"] {
        let count = items.iter().filter(|item| item.kind == kind).count();
        if count > 0 && count < items.len() {
            return Err(bad_request(&format!("{kind} can't be mixed with other media types")));
        }
    }
    Ok(())
}
