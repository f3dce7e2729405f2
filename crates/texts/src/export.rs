//! The export for people, as Markdown. docs/EXPORT.md describes the shape of the records.

use adjutant_domain::zones::Zone;
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use serde_json::Value;

use super::{
    approvals::sources::named,
    fluent::{decimal, text},
};

/// The beginning of the file.
pub fn beginning(at: DateTime<Zone>, part: usize) -> String {
    let title = match part {
        2.. => text!("export-title-part", part = part),
        _ => text!("export-title").to_owned(),
    };
    let (time, zone) = (at.format("%H:%M").to_string(), at.timezone().to_string());
    let as_of = text!("export-as-of", day = day_in_full(&at), time = time, zone = zone);
    format!("# {title}\n\n{as_of}\n")
}

/// The heading of a section.
pub fn section(name: &str) -> String {
    let heading = match name {
        "accounts" => text!("export-accounts"),
        "notes" => text!("export-notes"),
        "messages" => text!("export-messages"),
        "other_messages" => text!("export-other-messages"),
        "schedules" => text!("export-schedules"),
        "runs" => text!("export-runs"),
        "approvals" => text!("export-approvals"),
        "grants" => text!("export-grants"),
        "usage" => text!("export-usage"),
        "sites" => text!("export-sites"),
        "site_pages" => text!("export-site-pages"),
        "site_pictures" => text!("export-site-pictures"),
        "site_posts" => text!("export-site-posts"),
        "site_collections" => text!("export-site-collections"),
        "site_entries" => text!("export-site-entries"),
        "site_changes" => text!("export-site-changes"),
        "site_messages" => text!("export-site-messages"),
        "audit" => text!("export-audit"),
        "files" => text!("export-files"),
        other => other,
    };
    format!("\n## {heading}\n\n")
}

/// The heading of a conversation, with its summary and other common facts.
pub fn conversation(record: &Value, zone: Zone) -> String {
    let (kind, chat) = (word(record, "kind"), word(record, "chat"));
    let heading = text!("export-chat", kind = kind, chat = chat, time = time(record, "began_at", zone));
    let mut text = format!("### {heading}\n\n");
    if let Some(summary) = record["summary"].as_str() {
        let whose = remark(record, "summary_words_of");
        text += &text!("export-summary", whose = whose, text = indented(summary));
        text += "\n\n";
    }
    let mut kept = String::new();
    let whose = remark(record, "scratchpad_words_of");
    for item in record["scratchpad"].as_array().into_iter().flatten() {
        let said = indented(item.as_str().unwrap_or_default());
        kept += &format!("- {}\n", text!("export-on-scratchpad", whose = whose.as_str(), text = said));
    }
    for file in record["files"].as_array().into_iter().flatten() {
        let name = file["file"]["name"].as_str().unwrap_or_else(|| text!("export-without-a-name"));
        let whose = remark(file, "words_of");
        kept += &format!("- {}\n", text!("export-sent-file", whose = whose, name = indented(name)));
    }
    if kept.is_empty() { text } else { format!("{text}{kept}\n") }
}

/// The heading of a day.
pub fn day(day: NaiveDate) -> String {
    format!("#### {}\n\n", day_in_full(&day))
}

/// `Friday, 1 May 2026`.
fn day_in_full(day: &impl Datelike) -> String {
    let weekday = text!("export-weekday", number = day.weekday().number_from_monday());
    let month = text!("time-month-in-full", number = day.month());
    let date = text!("time-date-in-full", day = day.day(), month = month, year = day.year());
    text!("export-day", weekday = weekday, date = date)
}

/// A message of a conversation, and the tool calls made for it.
pub fn message(record: &Value, zone: Zone) -> String {
    let who = match word(record, "from") {
        "user" => text!("export-from-user"),
        "assistant" => text!("export-from-assistant"),
        _ => text!("export-from-gateway"),
    };
    let clock = at(record, "at", zone).map(|at| at.format("%H:%M").to_string()).unwrap_or_default();
    let mut text = match word(record, "text") {
        "" => String::new(),
        said => {
            let (whose, said) = (remark(record, "words_of"), indented(said));
            let told = text!("export-said", who = who, time = clock.as_str(), whose = whose, text = said);
            format!("{told}\n\n")
        }
    };
    if let Some(reasoned) = record["reasoning"].as_str() {
        let told = text!("export-reasoning", time = clock.as_str(), text = indented(reasoned));
        text = format!("- {told}\n\n{text}");
    }
    for call in record["calls"].as_array().into_iter().flatten() {
        let title = match word(call, "title") {
            "" => word(call, "arguments"),
            title => title,
        };
        let result = call["whole_output"].as_str().unwrap_or(word(call, "result"));
        text += &format!("- {clock}, {}: {}\n", word(call, "tool"), indented(title));
        let told = text!("export-result", whose = remark(call, "words_of"), text = indented(result));
        text += &format!("  {told}\n\n");
    }
    text
}

/// A record of any other section.
pub fn record(section: &str, record: &Value, zone: Zone) -> String {
    let line = match section {
        "accounts" => account(record, zone),
        "notes" => note(record, zone),
        "other_messages" => format!(
            "{}, {}: {}",
            time(record, "at", zone),
            word(record, "chat"),
            match word(record, "text") {
                "" => text!("export-a-file"),
                text => text,
            }
        ),
        "schedules" => schedule(record, zone),
        "runs" => run(record, zone),
        "approvals" => approval(record, zone),
        "grants" => grant(record, zone),
        "usage" => used(record),
        "sites" => site(record, zone),
        "site_pages" => site_page(record, zone),
        "site_pictures" => site_picture(record, zone),
        "site_posts" => site_post(record, zone),
        "site_collections" => site_collection(record, zone),
        "site_entries" => site_entry(record, zone),
        "site_changes" => {
            let (what, whose) = (word(record, "what"), remark(record, "words_of"));
            let what = match record["undone"] == true {
                true => text!("export-change-undone", what = what),
                false => what.to_owned(),
            };
            format!("{}: {what}{whose}", time(record, "at", zone))
        }
        "site_messages" => format!(
            "{}, {} ({}): {}",
            time(record, "received_at", zone),
            word(record, "name"),
            word(record, "email"),
            word(record, "message")
        ),
        "audit" => {
            let (kind, tool, outcome) = (word(record, "kind"), word(record, "tool"), word(record, "outcome"));
            let time = time(record, "at", zone);
            match record["by"].as_str() {
                Some(by) => {
                    text!(
                        "export-event-by",
                        time = time,
                        kind = kind,
                        tool = tool,
                        outcome = outcome,
                        by = by
                    )
                }
                None => text!("export-event", time = time, kind = kind, tool = tool, outcome = outcome),
            }
        }
        "files" => {
            let size = super::bytes(record["size"].as_u64().unwrap_or_default());
            let (path, whose) = (word(record, "path"), remark(record, "words_of"));
            let time = time(record, "at", zone);
            text!("export-file", path = path, size = size, time = time, whose = whose)
        }
        _ => record.to_string(),
    };
    format!("- {}\n", indented(&line))
}

/// Returns a record's time in this zone.
pub fn at(record: &Value, field: &str, zone: Zone) -> Option<DateTime<Zone>> {
    let at: DateTime<Utc> = record[field].as_str()?.parse().ok()?;
    Some(at.with_timezone(&zone))
}

fn used(record: &Value) -> String {
    let number = |field: &str| record[field].to_string();
    let amount = |field: &str| record[field].as_f64().unwrap_or_default();
    let day = text!(
        "export-used",
        day = word(record, "day"),
        turns = number("turns"),
        calls = number("model_calls"),
        seconds = format!("{:.0}", amount("seconds")),
        in = number("input_tokens"),
        out = number("output_tokens"),
        cost = decimal(amount("cost_usd"), 4),
    );
    let models = record["models"].as_array().into_iter().flatten().map(used_by_model);
    [day].into_iter().chain(models).collect::<Vec<_>>().join("\n")
}

fn used_by_model(record: &Value) -> String {
    let number = |field: &str| record[field].to_string();
    text!(
        "export-used-by-model",
        model = word(record, "model"),
        calls = number("model_calls"),
        in = number("input_tokens"),
        out = number("output_tokens"),
        cost = decimal(record["cost_usd"].as_f64().unwrap_or_default(), 4),
    )
}

fn account(record: &Value, zone: Zone) -> String {
    let identities = record["identities"].as_array().into_iter().flatten();
    let accounts: Vec<_> = identities.map(|identity| word(identity, "account")).collect();
    let (name, role) = (word(record, "name"), word(record, "role"));
    let (since, accounts) = (time(record, "since", zone), accounts.join(", "));
    text!("export-account", name = name, role = role, time = since, accounts = accounts)
}

fn note(record: &Value, zone: Zone) -> String {
    let tags: Vec<_> = record["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut about = vec![text!("export-saved", time = time(record, "created_at", zone))];
    if record["updated_at"] != record["created_at"] {
        about.push(text!("export-changed", time = time(record, "updated_at", zone)));
    }
    about.extend(record["chat"].as_str().map(|chat| text!("export-from-chat", chat = chat)));
    if !tags.is_empty() {
        about.push(text!("export-tags", tags = tags.join(", ")));
    }
    if record["shareable"] == true {
        about.push(text!("export-in-groups").to_owned());
    }
    about.extend(others(record, "words_of"));
    format!("{} ({})", word(record, "content"), about.join("; "))
}

fn schedule(record: &Value, zone: Zone) -> String {
    let [cadence, when] = ["cadence", "when"].map(|field| word(record, field));
    let [timezone, status] = ["timezone", "status"].map(|field| word(record, field));
    let mut about = vec![format!("{cadence} {when}, {timezone}, {status}")];
    about.extend(
        at(record, "next_run_at", zone)
            .map(|_| text!("export-next", time = time(record, "next_run_at", zone))),
    );
    let made = time(record, "created_at", zone);
    about.push(text!("export-made-in", time = made, chat = word(record, "chat")));
    about.extend(others(record, "words_of"));
    format!("{}: {} ({})", word(record, "name"), word(record, "goal"), about.join("; "))
}

fn run(record: &Value, zone: Zone) -> String {
    let said = record["error"].as_str().unwrap_or(word(record, "output"));
    let (status, delivery) = (word(record, "status"), word(record, "delivery"));
    let whose = remark(record, "words_of");
    let time = time(record, "due_at", zone);
    text!("export-run", time = time, status = status, delivery = delivery, whose = whose, text = said)
}

fn approval(record: &Value, zone: Zone) -> String {
    let state = word(record, "state");
    let state = match record["decided_by"].as_str() {
        Some(by) => text!("export-state-by", state = state, by = by),
        None => state.to_owned(),
    };
    let why = record["why"].as_str().or(record["answer"]["text"].as_str());
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    format!("{}: {} ({state}{why})", time(record, "asked_at", zone), word(record, "summary"))
}

fn grant(record: &Value, zone: Zone) -> String {
    let end = match (at(record, "revoked_at", zone), at(record, "expires_at", zone)) {
        (Some(_), _) => Some(text!("export-revoked", time = time(record, "revoked_at", zone))),
        (None, Some(_)) => Some(text!("export-until", time = time(record, "expires_at", zone))),
        (None, None) => None,
    };
    let end = end.map(|end| format!("; {end}")).unwrap_or_default();
    let given = text!("export-given", time = time(record, "given_at", zone));
    let (tool, label, scope) = (word(record, "tool"), word(record, "label"), word(record, "scope"));
    format!("{tool}: {label} ({scope}, {given}{end})")
}

fn site(record: &Value, zone: Zone) -> String {
    let title = match word(record, "title") {
        "" => text!("export-without-a-title"),
        title => title,
    };
    let mut about = vec![word(record, "language").to_owned()];
    about.extend(record["base_url"].as_str().map(str::to_owned));
    about.push(made(record, zone));
    about.extend(
        at(record, "published_at", zone)
            .map(|_| text!("export-published", time = time(record, "published_at", zone))),
    );
    about.extend(others(record, "words_of"));
    let mut text = format!("{title}: {} ({})", word(record, "description"), about.join("; "));
    for item in record["navigation"].as_array().into_iter().flatten() {
        let to = item["url"].as_str().or(item["page"].as_str()).unwrap_or_default();
        let (whose, label) = (remark(item, "words_of"), word(item, "label"));
        let told = match item["visible"] == false {
            true => text!("export-in-navigation-hidden", whose = whose, label = label, to = to),
            false => text!("export-in-navigation", whose = whose, label = label, to = to),
        };
        text += &format!("\n- {told}");
    }
    for sender in record["blocked_senders"].as_array().into_iter().flatten() {
        let sender = sender.as_str().unwrap_or_default();
        text += &format!("\n- {}", text!("export-blocked", sender = sender));
    }
    text
}

fn site_post(record: &Value, zone: Zone) -> String {
    let (title, slug, status) = (word(record, "title"), word(record, "slug"), word(record, "status"));
    let mut about = vec![format!("/posts/{slug}"), status.to_owned()];
    if !record["published_at"].is_null() {
        about.push(text!("export-dated", time = time(record, "published_at", zone)));
    }
    about.push(made(record, zone));
    about.extend(record["author"].as_str().map(|author| text!("export-by-author", author = author)));
    about.extend(others(record, "words_of"));
    format!("{title} ({})\n\n{}", about.join("; "), word(record, "body"))
}

fn site_collection(record: &Value, zone: Zone) -> String {
    let mut about = vec![word(record, "slug").to_owned(), made(record, zone)];
    about.extend(others(record, "words_of"));
    let description = match word(record, "description") {
        "" => String::new(),
        description => format!(": {description}"),
    };
    format!("{}{description} ({})", word(record, "title"), about.join("; "))
}

fn site_entry(record: &Value, zone: Zone) -> String {
    let (title, status) = (word(record, "title"), word(record, "status"));
    let collection = word(record, "collection");
    let mut about = vec![text!("export-in-collection", collection = collection), status.to_owned()];
    about.push(made(record, zone));
    about.extend(record["link"].as_str().map(|link| text!("export-leads-to", link = link)));
    about.extend(others(record, "words_of"));
    let said = [word(record, "summary"), word(record, "body")];
    let said: Vec<_> = said.into_iter().filter(|text| !text.is_empty()).collect();
    [vec![&*format!("{title} ({})", about.join("; "))], said].concat().join("\n\n")
}

fn site_page(record: &Value, zone: Zone) -> String {
    let (title, slug, status) = (word(record, "title"), word(record, "slug"), word(record, "status"));
    let mut about = vec![format!("/{slug}"), status.to_owned()];
    if record["home"] == true {
        about.push(text!("export-home-page").to_owned());
    }
    about.push(made(record, zone));
    about.extend(others(record, "words_of"));
    let description = match word(record, "description") {
        "" => String::new(),
        description => format!(": {description}"),
    };
    let mut text = format!("{title}{description} ({})", about.join("; "));
    for section in record["sections"].as_array().into_iter().flatten() {
        let whose = remark(section, "words_of");
        text += &format!("\n- {}{whose}: {}", word(section, "template"), section["content"]);
    }
    text
}

fn site_picture(record: &Value, zone: Zone) -> String {
    let mut about = vec![format!("{} × {}", record["width"], record["height"])];
    about.push(made(record, zone));
    about.extend(others(record, "words_of"));
    let said = [word(record, "alt"), word(record, "caption")].into_iter().filter(|said| !said.is_empty());
    let said: Vec<_> = said.collect();
    let said = if said.is_empty() { String::new() } else { format!(": {}", said.join("; ")) };
    format!("{}{said} ({})", word(record, "name"), about.join("; "))
}

/// The creation time of a record.
fn made(record: &Value, zone: Zone) -> String {
    text!("export-made", time = time(record, "created_at", zone))
}

fn word<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().unwrap_or_default()
}

fn time(record: &Value, field: &str, zone: Zone) -> String {
    at(record, field, zone).map(|at| at.format("%Y-%m-%d %H:%M").to_string()).unwrap_or_default()
}

/// Returns the sources of a part of a record, if it is not all the person's own.
fn others(record: &Value, field: &str) -> Option<String> {
    let sources: Vec<_> = record[field].as_str()?.lines().map(named).collect();
    Some(text!("export-words-of", sources = sources.join(", ")))
}

/// Returns the sources as a remark in brackets; empty if the text is the person's own.
fn remark(record: &Value, field: &str) -> String {
    others(record, field).map(|whose| format!(" ({whose})")).unwrap_or_default()
}

/// Indents a text of several lines for a list item.
fn indented(text: &str) -> String {
    text.trim_end().replace('\n', "\n  ")
}
