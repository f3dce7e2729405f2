//! Several tabs of the chat page. A browser allows only six connections to one address.

use super::{Browser, CONNECTED, shows};
use crate::harness::{Bot, Chat as _, OnWeb, Setup};

/// Shortens the minute after which a hidden tab leaves the feed to another one, and notes what the tab does while it is
/// hidden.
const WATCH: &str = "(() => {
    const [wait, close] = [setTimeout, EventSource.prototype.close];
    window.setTimeout = (work, time, ...rest) => wait(work, time === 60_000 ? 0 : time, ...rest);
    EventSource.prototype.close = function () {
        localStorage.setItem('closed', 'yes');
        window.feed = this;
        close.call(this);
    };
    new MutationObserver(() => localStorage.setItem('title', document.title))
        .observe(document.querySelector('title'), { childList: true });
})()";

pub(super) async fn that_are_hidden_share_a_connection(browser: &Browser) {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    browser.goes_to(&bot.alice().address()).await;
    browser.until(CONNECTED).await;
    let first = browser.opens_tab().await;
    browser.goes_to(&bot.alice().url("/")).await;
    browser.until(CONNECTED).await;
    browser.sees(WATCH).await;
    let second = browser.opens_tab().await;
    browser.goes_to(&bot.alice().url("/")).await;
    browser.until(CONNECTED).await;
    browser.until("localStorage.getItem('closed') === 'yes'").await;

    bot.alice().says("remember that the wifi code is 4711").await;
    bot.next_message().await;
    browser.until(&shows("I'll remember: the wifi code is 4711")).await;
    browser.until("localStorage.getItem('title')?.startsWith('(1)')").await;

    browser.shows_tab(&second).await;
    assert_eq!(
        browser.sees("feed.readyState === EventSource.CLOSED").await,
        true,
        "the first tab has the feed"
    );
    browser.until("!document.title.startsWith('(')").await;
    bot.alice().says("what is the wifi code?").await;
    bot.next_message().await;
    browser.until(&shows("the wifi code is 4711")).await;
    let messages = "document.querySelectorAll('article').length";
    browser.until(&format!("{messages} === 4")).await;
    browser.shows_tab(&first).await;
    browser.until(&format!("{messages} === 4")).await;
    assert_eq!(browser.complains().await, Vec::<String>::new());
    bot.end().await;
}
