//! Lists in messages, which presses redraw.
//!
//! `/memory` and `/schedules` store a row for each list, which its buttons name ([`StoredList`]). Other lists have no
//! row of their own and use only the functions about messages. A list of settings belongs to the sender of the command that
//! it answers ([`of_command`], [`of_conversation`]), and a press reads the state anew.

use adjutant_channel::{Content, Inbound, MessageId, PressAnswer, Rich, rich};
use adjutant_domain::{
    buttons::Button, ids::UserId, outbox_key::OutboxKey, timestamp::Timestamp, zones::Zone,
};
use adjutant_store::{
    db::Tx,
    inbox::Delay,
    outbox::{self as rows, Row},
    people::User,
    sessions::{self, Session},
};
use adjutant_texts::{self as texts, late_messages as late_texts};
use anyhow::Result;

use crate::{chat::press::Press, core::Core};

/// A list with a row of its own, shown by one message.
pub(super) trait StoredList: Sized {
    /// A press on a button of the list.
    type Press<'a>;
    /// A view that the message can show.
    type View;

    async fn get(tx: &Tx, id: i64) -> Result<Option<Self>>;

    /// Returns the person who requested the list, the only one who may press its buttons.
    fn person(&self) -> &UserId;

    /// Returns the source of the list's message in the outbox.
    fn source(&self) -> OutboxKey;

    /// Carries out a press; returns the view to show, and the answer to the press.
    async fn carry_out(
        &mut self,
        tx: &Tx,
        core: &Core,
        event: &Inbound,
        press: Self::Press<'_>,
        now: Timestamp,
    ) -> Result<(Self::View, PressAnswer)>;

    /// Draws a view from the present rows.
    async fn draw(&self, tx: &Tx, core: &Core, view: Self::View) -> Result<Content>;
}

/// Carries out a press if the list belongs to the presser, and redraws the list's message.
pub(super) async fn press<L: StoredList>(
    press: &Press<'_>,
    user: &User,
    list: i64,
    button: L::Press<'_>,
) -> Result<PressAnswer> {
    let Press { tx, core, event, message, now, .. } = *press;
    let Some(mut list) = L::get(tx, list).await? else {
        return Ok(PressAnswer::alert(texts::unknown_button()));
    };
    if *list.person() != user.person {
        return Ok(PressAnswer::alert(texts::not_yours()));
    }
    if !is_shown_by(tx, &list.source(), event, message, now).await? {
        return Ok(PressAnswer::alert(texts::unknown_button()));
    }
    let (view, answer) = list.carry_out(tx, core, event, button, now).await?;
    show(tx, core, &list, view).await?;
    Ok(answer)
}

/// Returns the message of a pressed button, if it answers a command of the presser; otherwise the answer to the press.
/// `is_of` recognises the buttons of such a message.
pub(super) async fn of_command(
    press: &Press<'_>,
    user: &User,
    is_of: fn(&Button<'_>) -> bool,
) -> Result<Result<Row, PressAnswer>> {
    let Press { tx, event, message, .. } = *press;
    let row = match message {
        Some(message) => rows::by_message(tx, &event.chat, message).await?,
        None => None,
    };
    let Some(row) = row else { return Ok(Err(PressAnswer::alert(texts::unknown_button()))) };
    let asked = rows::user_of(tx, &row.source).await?;
    // If the platform does not choose the message ids, an id may be used again.
    if asked.is_none() || !has_button(&row.content()?, is_of) {
        return Ok(Err(PressAnswer::alert(texts::unknown_button())));
    }
    let is_own = asked.as_ref() == Some(&user.user_id);
    Ok(if is_own { Ok(row) } else { Err(PressAnswer::alert(texts::not_yours())) })
}

/// Like [`of_command`], for the settings of a conversation: returns the presser's session in the chat too.
pub(super) async fn of_conversation(
    press: &Press<'_>,
    user: &User,
    is_of: fn(&Button<'_>) -> bool,
) -> Result<Result<(Row, Session), PressAnswer>> {
    let row = match of_command(press, user, is_of).await? {
        Ok(row) => row,
        Err(answer) => return Ok(Err(answer)),
    };
    Ok(match sessions::find(press.tx, &row.chat(), &user.user_id).await? {
        Some(session) => Ok((row, session)),
        None => Err(PressAnswer::alert(texts::unknown_button())),
    })
}

/// Redraws a list's message with a view.
pub(super) async fn show<L: StoredList>(tx: &Tx, core: &Core, list: &L, view: L::View) -> Result<()> {
    let content = list.draw(tx, core, view).await?;
    for shown in rows::of_source(tx, &list.source()).await? {
        redraw(tx, &shown, &content).await?;
    }
    Ok(())
}

/// Returns the message of a press, if the platform names it and it is still stored. Refuses the press if the message
/// has no button that satisfies `is_one`: if the platform does not choose the message ids, an id may be used again.
pub(super) async fn pressed(
    press: &Press<'_>,
    is_one: fn(&Button<'_>) -> bool,
) -> Result<std::result::Result<Option<Row>, PressAnswer>> {
    let Some(message) = press.message else { return Ok(Ok(None)) };
    let row = rows::by_message(press.tx, &press.event.chat, message).await?;
    Ok(match &row {
        Some(shown) if !has_button(&shown.content()?, is_one) => {
            Err(PressAnswer::alert(texts::unknown_button()))
        }
        _ => Ok(row),
    })
}

/// Returns whether a message has a button that satisfies `is_one`.
pub(super) fn has_button(content: &Content, is_one: fn(&Button<'_>) -> bool) -> bool {
    let found = |data: &str| Button::parse(data).is_some_and(|button| is_one(&button));
    content.buttons.iter().flatten().any(|button| found(&button.data))
}

/// Returns the empty answer to a press whose effect the message shows.
pub(super) fn shown() -> PressAnswer {
    PressAnswer::told("")
}

/// Adds the line above the answer to a late command; `zone` is the person's.
pub(super) fn with_opening(content: Content, delay: &Delay, zone: Zone) -> Content {
    let opening = rich::from_markdown(&late_texts::opening(delay, zone));
    let body = Rich::builder().rich(&opening).text("\n\n").rich(&content.body).build();
    Content { body, ..content }
}

/// Records the arrival of the messages of `source` if it was in doubt, since somebody pressed a button on one of them.
pub(super) async fn confirm_by_press(
    tx: &Tx,
    source: &OutboxKey,
    message: Option<&MessageId>,
    now: Timestamp,
) -> Result<()> {
    let Some(message) = message else { return Ok(()) };
    for shown in rows::of_source(tx, source).await? {
        rows::confirm_by_press(tx, shown.outbox_id, message, now).await?;
    }
    Ok(())
}

/// Returns whether the pressed message shows the list: the number of a list can be used again while its old buttons
/// remain in chats for years. If the arrival of the message was in doubt, the press settles it.
async fn is_shown_by(
    tx: &Tx,
    source: &OutboxKey,
    event: &Inbound,
    message: Option<&MessageId>,
    now: Timestamp,
) -> Result<bool> {
    let Some(message) = message else { return Ok(true) };
    let shown = rows::of_source(tx, source).await?;
    let is_it = |row: &Row| row.message_id.as_ref().is_none_or(|id| *id == message.0);
    let in_chat = |row: &Row| row.chat().channel == event.chat.channel && row.chat().chat == event.chat.chat;
    let Some(row) = shown.iter().find(|row| in_chat(row) && is_it(row)) else { return Ok(false) };
    rows::confirm_by_press(tx, row.outbox_id, message, now).await?;
    Ok(true)
}

/// Changes a message to show `content`, unless it does already: platforms refuse edits that change nothing.
pub(super) async fn redraw(tx: &Tx, shown: &Row, content: &Content) -> Result<()> {
    if shown.content()? != *content {
        rows::update_content(tx, shown.outbox_id, content).await?;
    }
    Ok(())
}
