//! Changes of the machine's clock.

use chrono::TimeDelta;

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(a_clock_that_is_set_back_by_a_day_stalls_nothing);

async fn a_clock_that_is_set_back_by_a_day_stalls_nothing<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("every hour: drink water").await;
    bot.next_message().await;
    bot.advance(60);
    bot.next_message().await;
    bot.set_clock_by(TimeDelta::days(-1));
    // More messages than the platform accepts at once.
    for number in 1..=5 {
        alice.says(&format!("jot {number}")).await;
        bot.while_time_passes(bot.next_message()).await;
    }
    alice.says("remind me in one minute to stretch").await;
    bot.next_message().await;
    bot.advance(1);
    reads!(bot.next_message().await, @"
    ⏰ stretch
    [Done] [Snooze …]
    [History]
    ");
    bot.set_clock_by(TimeDelta::days(-1));
    bot.restart().await;
    alice.says("remind me in one minute to stretch").await;
    bot.next_message().await;
    bot.advance(1);
    reads!(bot.next_message().await, @"
    ⏰ stretch
    [Done] [Snooze …]
    [History]
    ");
    // The run that was due at eleven is due again at twelve: in two days, by this clock.
    bot.advance(47 * 60);
    bot.rests().await;
    bot.set_clock_by(TimeDelta::days(1));
    reads!(bot.next_message().await, @"
    ⏰ drink water

    This was due on Sat 2 May 10:00, and 22 times before, while I was away.
    [Done] [Snooze …]
    [Pause] [History]
    ");
    bot.end().await;
}
