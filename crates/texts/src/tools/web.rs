//! The tools for the web: pages, searches, services, research.

use crate::fluent::text;

/// The source of search results, as prompts name it.
pub const SEARCH_RESULTS: &str = "the results of a web search";

// Pages ----------------------------------------------------------------------------------------------------------

pub fn fetch(url: &str) -> String {
    text!("tools-web-fetch", url = url)
}

/// The progress of the call above.
pub fn reading(host: &str) -> String {
    text!("tools-web-reading", host = host)
}

/// The outcome of the call above.
pub fn has_read(title: &str) -> String {
    text!("tools-web-has-read", title = title)
}

/// The reason for asking about a server that the operator does not allow.
pub fn host_not_allowed(host: &str) -> String {
    text!("tools-web-host-not-allowed", host = host)
}

/// The reason if the operator allows only another port of the server.
pub fn port_not_allowed(host: &str, port: u16) -> String {
    text!("tools-web-port-not-allowed", host = host, port = port)
}

// Searches -------------------------------------------------------------------------------------------------------

pub fn search(query: &str) -> String {
    text!("tools-web-search", query = query)
}

pub fn searching() -> &'static str {
    text!("tools-web-searching")
}

/// The outcome of the call above.
pub fn found(pages: usize) -> String {
    text!("tools-web-found", count = pages)
}

// Services -------------------------------------------------------------------------------------------------------

pub fn get(url: &str) -> String {
    text!("tools-web-get", url = url)
}

pub fn asking(host: &str) -> String {
    text!("tools-web-asking", host = host)
}

pub fn post(url: &str) -> String {
    text!("tools-web-post", url = url)
}

pub fn sending(host: &str) -> String {
    text!("tools-web-sending", host = host)
}

/// The reason for asking about a call that sends something.
pub fn cannot_be_taken_back() -> &'static str {
    text!("tools-web-cannot-be-taken-back")
}

/// The reason for asking about a call with credentials of its own.
pub fn logs_in(host: &str) -> String {
    text!("tools-web-logs-in", host = host)
}

/// The reason for asking about a call that names secrets.
pub fn logs_in_with_secret(host: &str, names: &str) -> String {
    text!("tools-web-logs-in-with-secret", host = host, names = names)
}

/// The line that names the headers of a request.
pub fn headers(names: &str) -> String {
    text!("tools-web-headers", names = names)
}

pub fn content_type(kind: &str) -> String {
    text!("tools-web-content-type", kind = kind)
}

/// The line below the beginning of a body.
pub fn bytes_in_all(bytes: usize) -> String {
    text!("tools-web-bytes-in-all", count = bytes)
}

// Research -------------------------------------------------------------------------------------------------------

/// `pages`: the most pages that it reads.
pub fn research(title: &str, searches: usize, pages: usize) -> String {
    text!("tools-research", title = title, searches = searches, pages = pages)
}

/// The reason for the prompt above.
pub fn reads_any_server() -> &'static str {
    text!("tools-research-reason")
}

/// The question and the searches of the call above.
pub fn searches(question: &str, queries: &[String]) -> String {
    let queries: String = queries.iter().map(|query| format!("\n- {query}")).collect();
    format!("{question}\n\n{}{queries}", text!("tools-research-searches"))
}

pub fn pages_read(read: usize, pages: usize) -> String {
    text!("tools-research-reading", read = read, pages = pages)
}

pub fn writing_report() -> &'static str {
    text!("tools-research-writing")
}

/// The heading above the sources of a report.
pub fn report_sources() -> &'static str {
    text!("tools-research-sources")
}

/// The line above the pages on which a report is based; `day` is like `2026-04-30`.
pub fn report_read_on(day: &str) -> String {
    text!("tools-research-read-on", day = day)
}

/// The line above the pages that could not be read.
pub fn report_not_read() -> &'static str {
    text!("tools-research-not-read")
}

/// The text above the notes if there is no report.
pub fn report_not_written(why: &str) -> String {
    text!("tools-research-not-written", why = why)
}

/// The outcome of the call above.
pub fn has_written_report(title: &str) -> String {
    text!("tools-research-has-written", title = title)
}
