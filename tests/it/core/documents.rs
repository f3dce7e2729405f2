//! Documents that people send and keep, read in a child process of the real program.

use std::{fs, path::Path};

use adjutant_simulators::{
    model::Turn,
    pages::Pages,
    telegram::{Fault, Method},
};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, OnTelegram, OnWeb, Setup, in_order, reads};

over_every_channel!(
    a_document_is_read_page_by_page_and_what_it_says_is_others_words,
    a_short_document_comes_with_its_message,
    what_cannot_be_read_is_said_at_once,
);

/// Returns a document written by a common program.
fn document(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/documents/src/data");
    fs::read(folder.join(name)).unwrap()
}

async fn a_document_is_read_page_by_page_and_what_it_says_is_others_words<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    bot.model().script([
        Turn::calls([("document_read", json!({ "limit": 2 }))]),
        Turn::calls([("memory_save", json!({ "content": "High tide in Dover is at nine." }))]),
        Turn::text("At nine (page 1)."),
    ]);
    alice.sends("tides.pdf", &document("tides.pdf"), "when is high tide? note it").await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Remember: “High tide in Dover is at nine.”
    Usually I do this without asking.
    I have read text from the document tides.pdf, which may try to steer me.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let requests = bot.model().requests();
    reads!(in_order(requests.last().unwrap().tool_results()[0]), @r#"{"content":"[page 1]\nTide tables\n\nHigh tide in Dover is at nine.\n[page 2]\n\n","file":"tides.pdf","kind":"PDF","message":"From page 1 to page 2 of 3; more follow. There is no text on 1 page: it may be scanned, and look shows a page.","next":3,"parts":3,"success":true}"#);
    let _ = alice.presses(&prompt, "Deny").await;
    reads!(bot.next_message().await, @"At nine (page 1).");
    bot.end().await;
}

async fn a_short_document_comes_with_its_message<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.with("MEDIA__DOCUMENT_TOKENS", 100).start().await;
    bot.model().script([
        Turn::calls([("memory_save", json!({ "content": "High tide in Dover is at nine." }))]),
        Turn::text("At nine (page 1)."),
    ]);
    bot.alice().sends("tides.pdf", &document("tides.pdf"), "when is high tide? note it").await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Remember: “High tide in Dover is at nine.”
    Usually I do this without asking.
    I have read text from the document tides.pdf, which may try to steer me.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let request = bot.model().requests().pop().unwrap();
    let told = request.last_user();
    assert!(told.contains("[page 1]\nTide tables\n\nHigh tide in Dover is at nine."), "{told}");
    let _ = bot.alice().presses(&prompt, "Deny").await;
    reads!(bot.next_message().await, @"At nine (page 1).");

    // The model reads a longer one with a call.
    bot.model().script([Turn::text("It is long.")]);
    let long = "All work and no play. ".repeat(100);
    bot.alice().sends("novel.txt", long.as_bytes(), "is this any good?").await;
    reads!(bot.next_message().await, @"It is long.");
    let request = bot.model().requests().pop().unwrap();
    assert!(!request.last_user().contains("no play"), "{}", request.last_user());
    bot.end().await;
}

#[tokio::test]
async fn a_document_that_cannot_be_fetched_is_said_at_once() {
    let setup = Setup::new().with_model().await.with("MEDIA__DOCUMENT_TOKENS", 100);
    let bot: Bot<OnTelegram> = setup.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let gone = Fault::Refused("wrong file_id or the file is temporarily unavailable");
    for faults in [&[gone][..], &[Fault::ServerError(502), Fault::Cut, Fault::ServerError(500)]] {
        for fault in faults {
            tg.fail_next(Method::GetFile, fault.clone());
        }
        bot.model().script([Turn::text("What shall I do with it?")]);
        alice.sends_file("tides.pdf", "when is high tide?", &document("tides.pdf")).await;
        let said = bot.while_time_passes(bot.next_message()).await;
        let request = bot.model().requests().pop().unwrap();
        assert!(request.last_user().contains("The person has been told."), "{}", request.last_user());
        match faults.len() {
            1 => reads!(said, @"
            I have not read “tides.pdf”: it is not on the platform any more; please send it again.

            What shall I do with it?
            "),
            _ => reads!(said, @"
            I have not read “tides.pdf”: it could not be fetched, though I tried several times; please send it again in a while.

            What shall I do with it?
            "),
        }
    }
    bot.end().await;
}

async fn what_cannot_be_read_is_said_at_once<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.with("MEDIA__DOCUMENT_TOKENS", 100).start().await;
    let damaged = b"%PDF-1.7\nand no more".to_vec();
    for (name, bytes) in
        [("locked.pdf", document("locked.pdf")), ("damaged.pdf", damaged), ("scan.pdf", document("scan.pdf"))]
    {
        bot.model().script([Turn::text("What shall I do with it?")]);
        bot.alice().sends(name, &bytes, "what does it say?").await;
        let said = bot.next_message().await;
        let request = bot.model().requests().pop().unwrap();
        match name {
            "locked.pdf" => reads!(said, @"
            I have not read “locked.pdf”: it is locked with a password.

            What shall I do with it?
            "),
            "damaged.pdf" => reads!(said, @"
            I have not read “damaged.pdf”: it is damaged, or not what it claims to be.

            What shall I do with it?
            "),
            _ => {
                reads!(said, @"What shall I do with it?");
                assert!(
                    request.last_user().contains("it may be scanned, and look shows a page."),
                    "{}",
                    request.last_user()
                );
                continue;
            }
        }
        assert!(request.last_user().contains("The person has been told."), "{}", request.last_user());
    }
    bot.end().await;
}

async fn told(bot: &Bot<OnWeb>, arguments: Value) -> String {
    bot.model().script([Turn::calls([("document_read", arguments)]), Turn::text("So it is.")]);
    bot.alice().says("and my file?").await;
    bot.next_message().await;
    in_order(bot.model().requests().pop().unwrap().tool_results()[0])
}

#[tokio::test]
async fn a_kept_document_is_read_from_any_part_and_a_damaged_one_is_said() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    for name in ["costs.xlsx", "locked.pdf", "damaged.pdf"] {
        let bytes = match name {
            "damaged.pdf" => b"%PDF-1.7\nand no more".to_vec(),
            name => document(name),
        };
        bot.model().script([Turn::calls([("attachment_save", json!({}))]), Turn::text("Kept.")]);
        bot.alice().sends(name, &bytes, "keep this file").await;
        reads!(bot.next_message().await, @"Kept.");
    }
    let path = "/shared/costs.xlsx";
    reads!(told(&bot, json!({ "path": path, "first": 3 })).await, @r#"{"content":"[sheet 3, Notes]\n2: | Check the tea.\n\n","file":"/shared/costs.xlsx","kind":"spreadsheet","message":"From sheet 3 to sheet 3, the last.","parts":3,"success":true}"#);
    reads!(told(&bot, json!({ "path": path, "first": 4 })).await, @r#"{"error":"there is no sheet 4: the file has 3 sheets","error_code":"rejected","success":false}"#);
    reads!(told(&bot, json!({ "path": path, "cells": "Costs!B2:C9" })).await, @r#"{"content":"[sheet 1, Costs]\nrow: B | C\n2: Oats | 3.5\n3: Tea | 4\n5:  | =SUM(C2:C3)\n","file":"/shared/costs.xlsx","kind":"spreadsheet","message":"These are the cells.","parts":3,"success":true}"#);
    reads!(told(&bot, json!({ "path": path, "cells": "B2:" })).await, @r#"{"error":"'B2:' names no cells; write A1:D20, B:D, 5:20, or with the sheet before it, Costs!A1:D20","error_code":"rejected","success":false}"#);
    let table = b"Was;Preis;Am\nK\xe4se;3,20;Mai\n";
    bot.model().script([Turn::text("Noted.")]);
    bot.alice().sends("kosten.csv", table, "here").await;
    bot.next_message().await;
    reads!(told(&bot, json!({ "cells": "A:B" })).await, @r#"{"content":"[sheet 1]\nrow: A | B\n1: Was | Preis\n2: Käse | 3,20\n","file":"kosten.csv","kind":"spreadsheet","message":"These are the cells.","parts":1,"success":true}"#);
    reads!(told(&bot, json!({ "path": "/shared/locked.pdf" })).await, @r#"{"error":"the file '/shared/locked.pdf' is locked with a password","error_code":"rejected","success":false}"#);
    reads!(told(&bot, json!({ "path": "/shared/damaged.pdf" })).await, @r#"{"error":"the file '/shared/damaged.pdf' is damaged, or not what it claims to be","error_code":"rejected","success":false}"#);
    reads!(told(&bot, json!({ "path": path, "attachment_id": "x" })).await, @r#"{"error":"give 'path' or 'attachment_id' in arguments, not both","error_code":"invalid_arguments","success":false}"#);
    bot.end().await;
}

#[tokio::test]
async fn a_document_on_the_web_is_read_whatever_its_server_calls_it() {
    let site = Pages::start().await;
    site.serve("/tides.pdf", "application/pdf", document("tides.pdf"));
    site.serve("/tides", "text/html", document("tides.pdf"));
    site.serve("/damaged.pdf", "application/pdf", &b"%PDF-1.7\nand no more"[..]);
    site.serve("/film", "video/mp4", &b"\0\0\0\x20ftypisom"[..]);
    let host = site.url("").replace("http://", "");
    let bot: Bot<OnWeb> = Setup::new().reading(&site).with_model().await.start().await;
    let mut told = Vec::new();
    for path in ["/tides.pdf", "/tides", "/damaged.pdf", "/film"] {
        bot.model()
            .script([Turn::calls([("web_fetch", json!({ "url": site.url(path) }))]), Turn::text("Done.")]);
        bot.alice().says("when is high tide?").await;
        reads!(bot.next_message().await, @"Done.");
        let results = bot.model().requests().pop().unwrap();
        told.push(in_order(results.tool_results()[0]).replace(&host, "HOST"));
    }
    reads!(told.join("\n"), @r#"
    {"content":"[page 1]\nTide tables\n\nHigh tide in Dover is at nine.\n[page 2]\n\n[page 3]\nPage three: low tide is at three.\n","message":"Read 127.0.0.1.","success":true,"title":null,"truncated":false,"url":"http://HOST/tides.pdf"}
    {"content":"[page 1]\nTide tables\n\nHigh tide in Dover is at nine.\n[page 2]\n\n[page 3]\nPage three: low tide is at three.\n","message":"Read 127.0.0.1.","success":true,"title":null,"truncated":false,"url":"http://HOST/tides"}
    {"error":"HOST/damaged.pdf is damaged, or not what it claims to be","error_code":"unavailable","success":false}
    {"error":"HOST/film is video/mp4 (12 bytes); only web pages, text, JSON, XML and documents can be read","error_code":"unavailable","success":false}
    "#);
    bot.end().await;
}
