//! A type for every kind of id, so that one kind cannot be used as another.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// Generates a new, unique id.
            pub fn generate() -> Self {
                Self(format!(concat!($prefix, "-{}"), unique()))
            }

            /// Returns the id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// A person, on whatever channels they write.
    UserId, "user");
id!(
    /// One person's conversation in one chat and topic, or one run of a schedule.
    SessionId, "session");
id!(
    /// A turn, from one inbox batch to one answer.
    TurnId, "turn");
id!(
    /// A tool call.
    CallId, "call");
id!(
    /// A schedule.
    ScheduleId, "schedule");
id!(
    /// A run of a schedule.
    RunId, "run");
id!(
    /// A note in a person's memory.
    NoteId, "note");
id!(
    /// A program that a person lets use what is theirs.
    ClientId, "client");
id!(
    /// A file that came with a message.
    AttachmentId, "attachment");
id!(
    /// A person's website.
    SiteId, "site");
id!(
    /// What a visitor of a website has sent by its contact form.
    SiteMessageId, "sitemessage");
id!(
    /// A page of a website.
    PageId, "page");
id!(
    /// A section of a page.
    SectionId, "section");
id!(
    /// An item of a website's navigation.
    ItemId, "item");
id!(
    /// A picture of a website.
    PictureId, "image");
id!(
    /// A post of a website.
    PostId, "post");
id!(
    /// A collection of a website.
    CollectionId, "collection");
id!(
    /// An entry of a collection.
    EntryId, "entry");
id!(
    /// A change of a website.
    RevisionId, "revision");

impl NoteId {
    /// Returns the id of the note that `call` saves: the same however often the call runs.
    pub fn of(call: &CallId) -> Self {
        Self(format!("note-{}", derived(call)))
    }
}

impl ScheduleId {
    /// Returns the id of the schedule that `call` creates: the same however often the call runs.
    pub fn of(call: &CallId) -> Self {
        Self(format!("schedule-{}", derived(call)))
    }
}

impl PageId {
    /// Returns the id of the page that `call` creates: the same however often the call runs.
    pub fn of(call: &CallId) -> Self {
        Self(format!("page-{}", derived(call)))
    }
}

impl SectionId {
    /// Returns the id of the section that `call` creates: the same however often the call runs.
    pub fn of(call: &CallId) -> Self {
        Self(format!("section-{}", derived(call)))
    }
}

impl ItemId {
    /// Returns the id of the navigation item that `call` creates: the same however often the call runs.
    pub fn of(call: &CallId) -> Self {
        Self(format!("item-{}", derived(call)))
    }
}

impl PostId {
    /// Returns the id of the post that `call` creates: the same however often the call runs.
    pub fn of(call: &CallId) -> Self {
        Self(format!("post-{}", derived(call)))
    }
}

impl CollectionId {
    /// Returns the id of the collection that `call` creates: the same however often the call runs.
    pub fn of(call: &CallId) -> Self {
        Self(format!("collection-{}", derived(call)))
    }
}

impl EntryId {
    /// Returns the id of the entry that `call` creates: the same however often the call runs.
    pub fn of(call: &CallId) -> Self {
        Self(format!("entry-{}", derived(call)))
    }
}

/// Generates the id of a secret. It reveals nothing about the secret.
pub fn secret() -> String {
    format!("secret-{}", unique())
}

/// Generates a random token that cannot be guessed: 32 hexadecimal digits, 122 random bits.
#[expect(clippy::disallowed_methods, reason = "the one source of random identifiers")]
pub fn token() -> String {
    Uuid::new_v4().simple().to_string()
}

/// Generates a code for people to type: 10 letters and digits without look-alikes, 49 random bits.
pub fn code() -> String {
    const LETTERS: &[u8; 31] = b"ABCDEFGHJKLMNPQRSTUVWXYZ2345678";
    let random = sha256(&(token() + &token()));
    (0..10)
        .map(|i| {
            // 16 of the digest's bits for each letter keep the bias below one in two thousand.
            let bits = u16::from_str_radix(&random[i * 4..i * 4 + 4], 16).unwrap_or_default();
            char::from(LETTERS[usize::from(bits) % LETTERS.len()])
        })
        .collect()
}

/// Returns the SHA-256 of a text in hexadecimal digits.
pub fn sha256(text: &str) -> String {
    sha256_of(text.as_bytes())
}

/// Returns the SHA-256 of bytes in hexadecimal digits.
pub fn sha256_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one source of ids; ordered by time for the sake of the indexes"
)]
fn unique() -> Uuid {
    Uuid::now_v7()
}

/// Derives a UUID from a call's id, for the thing that the call creates.
fn derived(call: &CallId) -> Uuid {
    let digest = Sha256::digest(call.0.as_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}
