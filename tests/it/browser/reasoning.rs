//! The model's reasoning on the chat page.

use adjutant_simulators::model::Turn;

use super::{Browser, CONNECTED, ENTER, shows};
use crate::harness::{Bot, Chat as _, OnWeb, Setup};

const FOLD: &str = "document.querySelector('#log .entry:last-child details')";

pub(super) async fn is_folded_above_the_answer(browser: &Browser) {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    bot.alice().says("/reasoning on").await;
    bot.next_message().await;
    browser.goes_to(&bot.alice().address()).await;
    browser.until(CONNECTED).await;

    bot.model().script([Turn::text("Hello.").reasoned("A greeting.")]);
    browser.types(&format!("good day to you{ENTER}")).await;
    bot.next_message().await;
    browser.until(&shows("Hello.")).await;
    browser.until(&format!("{FOLD} !== null")).await;
    let fold = format!("({FOLD}).open + ' ' + ({FOLD}).innerText");
    assert_eq!(browser.sees(&fold).await, "false Reasoning");
    browser.is_accessible("folded reasoning").await;
    browser.clicks("#log .entry:last-child summary").await;
    browser.until(&format!("({FOLD}).open && ({FOLD}).innerText.includes('A greeting.')")).await;
    browser.is_accessible("unfolded reasoning").await;
    bot.end().await;
}
