//! Pages that the person requests from a host that is not allowed yet.

use adjutant_simulators::pages::Pages;

use crate::harness::{Bot, Chat, Masked, Setup, reads};

over_every_channel!(
    a_page_is_fetched_after_asking,
    a_denied_page_is_not_fetched,
    always_means_that_the_second_page_is_fetched_without_asking,
    a_private_address_is_not_even_asked_about,
);

async fn a_page_is_fetched_after_asking<C: Chat>() {
    let (site, host) = news().await;
    let bot: Bot<C> = Setup::new().beside(&site).start().await;
    let alice = bot.alice();

    alice.says(&format!("fetch {}", site.url("/news"))).await;
    let prompt = bot.next_message().await;
    reads!(prompt.masked(&host, "HOST"), @"
    Fetch http://HOST/news
    The host 127.0.0.1 is not on the list of allowed hosts.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    assert_eq!(site.hits("/news"), 0);
    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    reads!(bot.next_message().await, @"
    News

    Today

    Alice wins the chess cup.
    ");
    reads!(alice.changes(&prompt).await.masked(&host, "HOST"), @"
    Fetch http://HOST/news
    The host 127.0.0.1 is not on the list of allowed hosts.
    ✅ Approved
    ");
    assert_eq!(site.hits("/news"), 1);
    bot.end().await;
}

async fn a_denied_page_is_not_fetched<C: Chat>() {
    let (site, host) = news().await;
    let bot: Bot<C> = Setup::new().beside(&site).start().await;
    let alice = bot.alice();

    alice.says(&format!("fetch {}", site.url("/news"))).await;
    let prompt = bot.next_message().await;
    reads!(alice.presses(&prompt, "Deny").await, @"Denied. Nothing was done.");
    reads!(bot.next_message().await, @"All right: I did not fetch the page.");
    reads!(alice.changes(&prompt).await.masked(&host, "HOST"), @"
    Fetch http://HOST/news
    The host 127.0.0.1 is not on the list of allowed hosts.
    ❌ Denied; nothing was done
    ");
    assert_eq!(site.hits("/news"), 0);
    bot.end().await;
}

async fn always_means_that_the_second_page_is_fetched_without_asking<C: Chat>() {
    let (site, host) = news().await;
    let mut bot: Bot<C> = Setup::new().beside(&site).start().await;
    let alice = bot.alice();

    alice.says(&format!("fetch {}", site.url("/news"))).await;
    let prompt = bot.next_message().await;
    let _ = alice.presses(&prompt, "More choices").await;
    let prompt = alice.changes(&prompt).await;
    let always = format!("Always: {}", site.url(""));
    reads!(alice.presses(&prompt, &always).await.masked(&host, "HOST"), @"Approved, always: http://HOST.");
    reads!(bot.next_message().await, @"
    News

    Today

    Alice wins the chess cup.
    ");
    reads!(alice.changes(&prompt).await.masked(&host, "HOST"), @"
    Fetch http://HOST/news
    The host 127.0.0.1 is not on the list of allowed hosts.
    ✅ Approved, always: http://HOST
    ");
    alice.says(&format!("fetch {}", site.url("/weather"))).await;
    reads!(bot.next_message().await.masked(&host, "HOST"), @"
    http://HOST/weather

    Sunny, 23 degrees.
    ");
    bot.restart().await;
    alice.says(&format!("fetch {}", site.url("/news"))).await;
    reads!(bot.next_message().await, @"
    News

    Today

    Alice wins the chess cup.
    ");
    bot.end().await;
}

async fn a_private_address_is_not_even_asked_about<C: Chat>() {
    let (site, host) = news().await;
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says(&format!("fetch {}", site.url("/news"))).await;
    reads!(bot.next_message().await.masked(&host, "HOST"), @"That did not work: 127.0.0.1 is a private or reserved address; only the public internet can be reached");
    assert!(site.requests().is_empty());
    bot.end().await;
}

/// Starts a site on this machine; returns it and its host with the port.
async fn news() -> (Pages, String) {
    let site = Pages::start().await;
    site.serve(
        "/news",
        "text/html",
        "<title>News</title><h1>Today</h1><p>Alice wins the <b>chess</b> cup.</p>",
    );
    site.serve("/weather", "text/plain", "Sunny, 23 degrees.");
    let host = site.url("").replace("http://", "");
    (site, host)
}
