//! Texts of `/export` and `/forget_me`.

use adjutant_channel::{ButtonStyle, Content, Rich};
use adjutant_domain::buttons::Button;
use adjutant_store::forget::DataSummary;

use super::{
    button,
    fluent::{enumerated, text},
};

// Exporting ----------------------------------------------------------------------------------------------------

pub fn export_begun() -> &'static str {
    text!("privacy-export-begun")
}

pub fn export_elsewhere() -> &'static str {
    text!("privacy-export-elsewhere")
}

pub fn export_in_private() -> &'static str {
    text!("privacy-export-in-private")
}

pub fn export_waits() -> &'static str {
    text!("privacy-export-waits")
}

pub fn export_failed() -> &'static str {
    text!("privacy-export-failed")
}

/// The caption of the first file.
pub fn export_caption(files: usize) -> Rich {
    Rich::builder().text(text!("privacy-export-caption", files = files)).build()
}

// Forgetting ---------------------------------------------------------------------------------------------------

/// The accounts of a person, as `telegram:42`.
#[derive(Clone, Debug, Default)]
pub struct Accounts {
    /// The accounts that the bot no longer knows afterwards.
    pub deleted: Vec<String>,
    /// The accounts that stay the owner's.
    pub owners: Vec<String>,
}

pub fn ask_in_private() -> &'static str {
    text!("privacy-forget-in-private")
}

/// The question before everything is deleted: the data to be deleted, the data to stay, and the two buttons.
pub fn question(id: &str, extent: &DataSummary, accounts: &Accounts) -> Content {
    let mut body = Rich::builder()
        .bold(text!("privacy-forget-question"))
        .text("\n\n")
        .text(text!("privacy-forget-goes"))
        .text(extent_of(extent));
    if !accounts.deleted.is_empty() {
        body = body.text("\n• ").text(text!("privacy-forget-account", accounts = named(&accounts.deleted)));
    }
    if accounts.deleted.len() + accounts.owners.len() > 1 {
        body = body.text("\n\n").text(text!("privacy-forget-linked"));
    }
    if !accounts.owners.is_empty() {
        body = body.text("\n\n").text(text!("privacy-forget-owner", accounts = named(&accounts.owners)));
    }
    let body = body
        .text("\n\n")
        .text(text!("privacy-forget-stays"))
        .text("\n\n")
        .text(text!("privacy-forget-decide"))
        .build();
    let forget = |agrees| Button::Forget { id, agrees };
    let buttons = vec![
        button(text!("privacy-delete-everything"), forget(true), ButtonStyle::Danger),
        button(text!("privacy-keep-everything"), forget(false), ButtonStyle::Plain),
    ];
    Content { body, buttons: vec![buttons], ..Content::default() }
}

/// Names somebody's accounts to them: `your Telegram account 42 and your account on the chat page`.
fn named(accounts: &[String]) -> String {
    let name = |account: &String| match account.split_once(':') {
        Some((channel @ ("telegram" | "discord" | "web"), id)) => {
            text!("privacy-account", channel = channel, id = id)
        }
        _ => text!("privacy-account", channel = "other", id = account),
    };
    enumerated(&accounts.iter().map(name).collect::<Vec<_>>())
}

/// Returns a line for each kind of data to be deleted, each after a line break.
fn extent_of(extent: &DataSummary) -> String {
    let counted = [
        (extent.notes > 0).then(|| text!("privacy-notes", count = extent.notes)),
        (extent.conversations > 0).then(|| text!("privacy-conversations", count = extent.conversations)),
        (extent.schedules > 0).then(|| text!("privacy-schedules", count = extent.schedules)),
        (extent.hooks > 0).then(|| text!("privacy-hooks", count = extent.hooks)),
        (extent.runs > 0).then(|| text!("privacy-results", count = extent.runs)),
        (extent.grants > 0).then(|| text!("privacy-permissions", count = extent.grants)),
        (extent.sites > 0).then(|| text!("privacy-websites", count = extent.sites)),
        Some(text!("privacy-files-and-usage").to_owned()),
    ];
    counted.into_iter().flatten().map(|line| format!("\n• {line}")).collect()
}

/// The reason why nothing was deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithdrawReason {
    Wanted,
    Expired,
    Replaced,
}

/// The text that replaces the question if nothing was deleted.
pub fn nothing_deleted(why: WithdrawReason) -> Content {
    let why = match why {
        WithdrawReason::Wanted => "wanted",
        WithdrawReason::Expired => "expired",
        WithdrawReason::Replaced => "replaced",
    };
    Content::text(Rich::plain(text!("privacy-not-deleted", why = why)))
}

/// The text that replaces the question while everything is deleted.
pub fn deleting() -> Content {
    Content::text(Rich::plain(text!("privacy-deleting")))
}

pub fn forgotten() -> Content {
    Content::text(Rich::plain(text!("privacy-forgotten")))
}

pub fn kept() -> &'static str {
    text!("privacy-kept")
}

pub fn begun() -> &'static str {
    text!("privacy-begun")
}

pub fn under_way() -> &'static str {
    text!("privacy-under-way")
}

pub fn question_over() -> &'static str {
    text!("privacy-question-over")
}

#[cfg(test)]
mod tests {
    use adjutant_domain::language::Language;

    use super::*;

    fn asked() -> String {
        let extent = DataSummary {
            notes: 1,
            conversations: 2,
            schedules: 2,
            hooks: 1,
            grants: 3,
            sites: 1,
            ..DataSummary::default()
        };
        let accounts = Accounts {
            deleted: vec!["telegram:42".to_owned(), "discord:7".to_owned()],
            owners: vec!["web:owner".to_owned()],
        };
        question("forgetting-1", &extent, &accounts).body.text
    }

    #[test]
    fn the_question_says_in_the_reader_s_language_what_goes_and_what_stays() {
        insta::assert_snapshot!(asked(), @"
        Delete everything that I know about you, for good?

        This goes:
        • 1 note
        • 2 conversations, with all that was said and done there
        • 2 schedules
        • 1 hook
        • 3 permissions that you gave me
        • 1 website, also where it is public
        • your files, and your usage figures
        • that I know you at all: I will no longer know your Telegram account 42 and your Discord account 7

        This covers all of your linked accounts, not just this one.

        A bot needs an owner, so your account on the chat page can go on as the owner, starting from nothing.

        This stays: the messages in the chats themselves, where only you can delete them; the operator's record that something was allowed or done, and when, but not by whom; and backups that the operator has made.

        If you want a copy first, send /export. You have 10 minutes to decide.
        ");
        insta::assert_snapshot!(Language::German.scope_sync(asked), @"
        Alles löschen, was ich über dich weiß, und zwar endgültig?

        Das verschwindet:
        • 1 Notiz
        • 2 Gespräche, mit allem, was darin gesagt und getan wurde
        • 2 Zeitpläne
        • 1 Hook
        • 3 Erlaubnisse, die du mir gegeben hast
        • 1 Website, auch wo sie öffentlich ist
        • deine Dateien und die Zahlen zu deinem Verbrauch
        • dass ich dich überhaupt kenne: Danach kenne ich dein Telegram-Konto 42 und dein Discord-Konto 7 nicht mehr

        Das betrifft alle deine verknüpften Konten, nicht nur dieses.

        Ein Bot muss jemandem gehören: Über dein Konto auf der Chatseite gehört er weiter dir, nur fängst du dort von vorn an.

        Das bleibt: die Nachrichten in den Chats selbst, wo nur du sie löschen kannst; der Vermerk des Betreibers, dass etwas erlaubt oder getan wurde und wann, aber nicht von wem; und Sicherungskopien, die der Betreiber gemacht hat.

        Wenn du vorher eine Kopie willst, schick /export. Du hast 10 Minuten Zeit, dich zu entscheiden.
        ");
    }
}
