//! The export that people read, as Markdown. Records have the shape that docs/EXPORT.md describes.

use adjutant_domain::zones::Zone;
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::Value;

/// The beginning of the file.
pub fn beginning(at: DateTime<Zone>, part: usize) -> String {
    let part = if part > 1 { format!(", part {part}") } else { String::new() };
    format!(
        "# Everything I know about you{part}\n\nAs of {} ({}). The operator's secrets are left out.\n",
        at.format("%A, %-d %B %Y, %H:%M"),
        at.timezone().name()
    )
}

/// The heading of a section.
pub fn section(name: &str) -> String {
    let heading = match name {
        "accounts" => "Your accounts",
        "notes" => "Notes",
        "messages" => "Conversations",
        "other_messages" => "Commands, and messages without an answer of their own",
        "schedules" => "Schedules",
        "runs" => "What schedules did",
        "approvals" => "What I asked you",
        "grants" => "What I may do without asking",
        "usage" => "How much you have used",
        "sites" => "Your website",
        "site_pages" => "The pages of your website",
        "site_pictures" => "The pictures of your website",
        "site_posts" => "The posts of your website",
        "site_collections" => "The collections of your website",
        "site_entries" => "What is in them",
        "site_changes" => "What was changed on your website",
        "site_messages" => "What visitors of your website sent",
        "audit" => "What the operator's record says about you",
        "files" => "Your files",
        other => other,
    };
    format!("\n## {heading}\n\n")
}

/// The heading of a conversation, and what belongs to all of it.
pub fn conversation(record: &Value, zone: Zone) -> String {
    let kind = match word(record, "kind") {
        "run" => ", for a schedule",
        "specialist" => ", for a specialist",
        _ => "",
    };
    let mut text =
        format!("### {}{kind}, since {}\n\n", word(record, "chat"), time(record, "began_at", zone));
    if let Some(summary) = record["summary"].as_str() {
        let whose = remark(record, "summary_words_of");
        text += &format!("Summary of its beginning{whose}: {}\n\n", indented(summary));
    }
    let mut kept = String::new();
    let whose = remark(record, "scratchpad_words_of");
    for item in record["scratchpad"].as_array().into_iter().flatten() {
        kept += &format!("- On the scratchpad{whose}: {}\n", indented(item.as_str().unwrap_or_default()));
    }
    for file in record["files"].as_array().into_iter().flatten() {
        let name = file["file"]["name"].as_str().unwrap_or("without a name");
        kept += &format!("- A file you sent{}: {}\n", remark(file, "words_of"), indented(name));
    }
    if kept.is_empty() { text } else { format!("{text}{kept}\n") }
}

/// The heading of a day.
pub fn day(day: NaiveDate) -> String {
    format!("#### {}\n\n", day.format("%A, %-d %B %Y"))
}

/// A message of a conversation, and the tool calls made for it.
pub fn message(record: &Value, zone: Zone) -> String {
    let who = match word(record, "from") {
        "user" => "You",
        "assistant" => "I",
        _ => "Note to me",
    };
    let clock = at(record, "at", zone).map(|at| at.format("%H:%M").to_string()).unwrap_or_default();
    let mut text = match word(record, "text") {
        "" => String::new(),
        said => format!("**{who}**, {clock}{}: {}\n\n", remark(record, "words_of"), indented(said)),
    };
    if let Some(reasoned) = record["reasoning"].as_str() {
        text = format!("- {clock}, reasoning: {}\n\n{text}", indented(reasoned));
    }
    for call in record["calls"].as_array().into_iter().flatten() {
        let title = match word(call, "title") {
            "" => word(call, "arguments"),
            title => title,
        };
        let result = call["whole_output"].as_str().unwrap_or(word(call, "result"));
        text += &format!("- {clock}, {}: {}\n", word(call, "tool"), indented(title));
        text += &format!("  Result{}: {}\n\n", remark(call, "words_of"), indented(result));
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
                "" => "a file",
                text => text,
            }
        ),
        "schedules" => schedule(record, zone),
        "runs" => run(record, zone),
        "approvals" => approval(record, zone),
        "grants" => grant(record, zone),
        "usage" => format!(
            "{}: {} turns, {} model calls, {:.0} s at work, {} tokens in, {} tokens out, ${:.4}",
            word(record, "day"),
            record["turns"],
            record["model_calls"],
            record["seconds"].as_f64().unwrap_or_default(),
            record["input_tokens"],
            record["output_tokens"],
            record["cost_usd"].as_f64().unwrap_or_default()
        ),
        "sites" => site(record, zone),
        "site_pages" => site_page(record, zone),
        "site_pictures" => site_picture(record, zone),
        "site_posts" => site_post(record, zone),
        "site_collections" => site_collection(record, zone),
        "site_entries" => site_entry(record, zone),
        "site_changes" => {
            let undone = if record["undone"] == true { ", undone" } else { "" };
            let whose = remark(record, "words_of");
            format!("{}: {}{undone}{whose}", time(record, "at", zone), word(record, "what"))
        }
        "site_messages" => format!(
            "{}, {} ({}): {}",
            time(record, "received_at", zone),
            word(record, "name"),
            word(record, "email"),
            word(record, "message")
        ),
        "audit" => {
            let by = record["by"].as_str().map(|by| format!(" by {by}")).unwrap_or_default();
            let (kind, tool, outcome) = (word(record, "kind"), word(record, "tool"), word(record, "outcome"));
            format!("{}: {kind} on {tool}, {outcome}{by}", time(record, "at", zone))
        }
        "files" => {
            let size = super::bytes(record["size"].as_u64().unwrap_or_default());
            let (path, whose) = (word(record, "path"), remark(record, "words_of"));
            format!("{path}, {size}, from {}{whose}", time(record, "at", zone))
        }
        _ => record.to_string(),
    };
    format!("- {}\n", indented(&line))
}

/// Returns a time of a record, in this zone.
pub fn at(record: &Value, field: &str, zone: Zone) -> Option<DateTime<Zone>> {
    let at: DateTime<Utc> = record[field].as_str()?.parse().ok()?;
    Some(at.with_timezone(&zone))
}

fn account(record: &Value, zone: Zone) -> String {
    let identities = record["identities"].as_array().into_iter().flatten();
    let accounts: Vec<_> = identities.map(|identity| word(identity, "account")).collect();
    let (name, role) = (word(record, "name"), word(record, "role"));
    format!("{name} ({role}), since {}: {}", time(record, "since", zone), accounts.join(", "))
}

fn note(record: &Value, zone: Zone) -> String {
    let tags: Vec<_> = record["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut about = vec![format!("saved {}", time(record, "created_at", zone))];
    if record["updated_at"] != record["created_at"] {
        about.push(format!("changed {}", time(record, "updated_at", zone)));
    }
    about.extend(record["chat"].as_str().map(|chat| format!("from {chat}")));
    if !tags.is_empty() {
        about.push(format!("tags: {}", tags.join(", ")));
    }
    if record["shareable"] == true {
        about.push("may be used in groups".to_owned());
    }
    about.extend(others(record, "words_of"));
    format!("{} ({})", word(record, "content"), about.join("; "))
}

fn schedule(record: &Value, zone: Zone) -> String {
    let next = match at(record, "next_run_at", zone) {
        Some(_) => format!("; next {}", time(record, "next_run_at", zone)),
        None => String::new(),
    };
    let whose = others(record, "words_of").map(|whose| format!("; {whose}")).unwrap_or_default();
    format!(
        "{}: {} ({} {}, {}, {}{next}; made {} in {}{whose})",
        word(record, "name"),
        word(record, "goal"),
        word(record, "cadence"),
        word(record, "when"),
        word(record, "timezone"),
        word(record, "status"),
        time(record, "created_at", zone),
        word(record, "chat")
    )
}

fn run(record: &Value, zone: Zone) -> String {
    let said = record["error"].as_str().unwrap_or(word(record, "output"));
    let (status, delivery) = (word(record, "status"), word(record, "delivery"));
    let whose = remark(record, "words_of");
    format!("{}: {status}, delivery {delivery}{whose}: {said}", time(record, "due_at", zone))
}

fn approval(record: &Value, zone: Zone) -> String {
    let by = record["decided_by"].as_str().map(|by| format!(" by {by}")).unwrap_or_default();
    let why = record["why"].as_str().or(record["answer"]["text"].as_str());
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    format!(
        "{}: {} ({}{by}{why})",
        time(record, "asked_at", zone),
        word(record, "summary"),
        word(record, "state")
    )
}

fn grant(record: &Value, zone: Zone) -> String {
    let end = match (at(record, "revoked_at", zone), at(record, "expires_at", zone)) {
        (Some(_), _) => format!("; revoked {}", time(record, "revoked_at", zone)),
        (None, Some(_)) => format!("; until {}", time(record, "expires_at", zone)),
        (None, None) => String::new(),
    };
    let (tool, label, scope) = (word(record, "tool"), word(record, "label"), word(record, "scope"));
    format!("{tool}: {label} ({scope}, given {}{end})", time(record, "given_at", zone))
}

fn site(record: &Value, zone: Zone) -> String {
    let title = match word(record, "title") {
        "" => "Without a title",
        title => title,
    };
    let mut about = vec![word(record, "language").to_owned()];
    about.extend(record["base_url"].as_str().map(str::to_owned));
    about.push(format!("made {}", time(record, "created_at", zone)));
    about.extend(
        at(record, "published_at", zone).map(|_| format!("published {}", time(record, "published_at", zone))),
    );
    about.extend(others(record, "words_of"));
    let mut text = format!("{title}: {} ({})", word(record, "description"), about.join("; "));
    for item in record["navigation"].as_array().into_iter().flatten() {
        let to = item["url"].as_str().or(item["page"].as_str()).unwrap_or_default();
        let hidden = if item["visible"] == false { ", hidden" } else { "" };
        text += &format!(
            "\n- In the navigation{}: {} ({to}{hidden})",
            remark(item, "words_of"),
            word(item, "label")
        );
    }
    for sender in record["blocked_senders"].as_array().into_iter().flatten() {
        text += &format!("\n- Blocked: {}", sender.as_str().unwrap_or_default());
    }
    text
}

fn site_post(record: &Value, zone: Zone) -> String {
    let (title, slug, status) = (word(record, "title"), word(record, "slug"), word(record, "status"));
    let mut about = vec![format!("/posts/{slug}"), status.to_owned()];
    if !record["published_at"].is_null() {
        about.push(format!("dated {}", time(record, "published_at", zone)));
    }
    about.push(format!("made {}", time(record, "created_at", zone)));
    about.extend(record["author"].as_str().map(|author| format!("by {author}")));
    about.extend(others(record, "words_of"));
    format!("{title} ({})\n\n{}", about.join("; "), word(record, "body"))
}

fn site_collection(record: &Value, zone: Zone) -> String {
    let mut about =
        vec![word(record, "slug").to_owned(), format!("made {}", time(record, "created_at", zone))];
    about.extend(others(record, "words_of"));
    let description = match word(record, "description") {
        "" => String::new(),
        description => format!(": {description}"),
    };
    format!("{}{description} ({})", word(record, "title"), about.join("; "))
}

fn site_entry(record: &Value, zone: Zone) -> String {
    let (title, status) = (word(record, "title"), word(record, "status"));
    let mut about = vec![format!("in {}", word(record, "collection")), status.to_owned()];
    about.push(format!("made {}", time(record, "created_at", zone)));
    about.extend(record["link"].as_str().map(|link| format!("leads to {link}")));
    about.extend(others(record, "words_of"));
    let said = [word(record, "summary"), word(record, "body")];
    let said: Vec<_> = said.into_iter().filter(|text| !text.is_empty()).collect();
    [vec![&*format!("{title} ({})", about.join("; "))], said].concat().join("\n\n")
}

fn site_page(record: &Value, zone: Zone) -> String {
    let (title, slug, status) = (word(record, "title"), word(record, "slug"), word(record, "status"));
    let mut about = vec![format!("/{slug}"), status.to_owned()];
    if record["home"] == true {
        about.push("home page".to_owned());
    }
    about.push(format!("made {}", time(record, "created_at", zone)));
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
    about.push(format!("made {}", time(record, "created_at", zone)));
    about.extend(others(record, "words_of"));
    let said = [word(record, "alt"), word(record, "caption")].into_iter().filter(|said| !said.is_empty());
    let said: Vec<_> = said.collect();
    let said = if said.is_empty() { String::new() } else { format!(": {}", said.join("; ")) };
    format!("{}{said} ({})", word(record, "name"), about.join("; "))
}

fn word<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().unwrap_or_default()
}

fn time(record: &Value, field: &str, zone: Zone) -> String {
    at(record, field, zone).map(|at| at.format("%Y-%m-%d %H:%M").to_string()).unwrap_or_default()
}

/// Returns whose words a part of a record may hold, if not only the person's own.
fn others(record: &Value, field: &str) -> Option<String> {
    let sources: Vec<_> = record[field].as_str()?.lines().collect();
    Some(format!("may hold words from {}", sources.join(", ")))
}

/// Returns the same as a remark in brackets; empty if the words are the person's own.
fn remark(record: &Value, field: &str) -> String {
    others(record, field).map(|whose| format!(" ({whose})")).unwrap_or_default()
}

/// Indents a text of several lines for a list item.
fn indented(text: &str) -> String {
    text.trim_end().replace('\n', "\n  ")
}
