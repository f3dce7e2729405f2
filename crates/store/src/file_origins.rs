//! The sources of the content of people's files. A file is known by its path, size and time. A file put there or
//! changed by hand is not known, and counts as of unknown origin.

use adjutant_domain::{
    ids::{SessionId, UserId},
    origin::Sources,
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    documents,
};

/// A file that was saved.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SavedFile {
    /// The user whose folder holds it.
    pub user_id: UserId,
    /// The path as tools name it: `/shared/report.pdf`.
    pub path: String,
    pub bytes: i64,
    pub modified_at: Timestamp,
    /// The sources of the untrusted content that it may hold, its name included.
    pub untrusted: Sources,
    /// The conversation in which it was saved; `None` if there were several, in different chats.
    pub session_id: Option<SessionId>,
}

impl SavedFile {
    /// Returns whether a file at this path, of this size and time, is the saved one.
    pub fn is(&self, bytes: u64, modified_at: Timestamp) -> bool {
        (u64::try_from(self.bytes), self.modified_at) == (Ok(bytes), modified_at)
    }
}

/// Records a saved file, in place of the earlier one at its path. If that one was saved in another chat, the file
/// belongs to no conversation from now on, because it may still hold content from there. Does nothing if the user is
/// gone.
pub async fn put(tx: &Tx, file: &SavedFile) -> Result<()> {
    tx.execute(
        "INSERT INTO file_origins (user_id, path, bytes, modified_at, untrusted, session_id)
         SELECT user_id, ?2, ?3, ?4, ?5, ?6 FROM users WHERE user_id = ?1
         ON CONFLICT (user_id, path) DO UPDATE SET bytes = ?3, modified_at = ?4, untrusted = ?5,
             session_id = (SELECT new.session_id FROM sessions old JOIN sessions new USING (channel, chat)
                           WHERE old.session_id = file_origins.session_id AND new.session_id = ?6)",
        params![
            &file.user_id,
            file.path.as_str(),
            file.bytes,
            file.modified_at,
            &file.untrusted,
            file.session_id.as_ref()
        ],
    )
    .await?;
    documents::saved(tx, file).await
}

/// Returns all files that were saved in a user's folder.
pub async fn of(tx: &Tx, user: &UserId) -> Result<Vec<SavedFile>> {
    tx.all("SELECT * FROM file_origins WHERE user_id = ?1 ORDER BY path", params![user]).await
}

/// Returns the saved file with this path in a user's folder.
pub async fn find(tx: &Tx, user: &UserId, path: &str) -> Result<Option<SavedFile>> {
    tx.first("SELECT * FROM file_origins WHERE user_id = ?1 AND path = ?2", params![user, path]).await
}

/// Returns the newest files in a person's folders that hold no untrusted content, newest first; at most `limit`. Leaves
/// out the trash and versions.
pub async fn newest_own(tx: &Tx, user: &UserId, limit: i64) -> Result<Vec<SavedFile>> {
    tx.all(
        "SELECT * FROM file_origins
         WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND untrusted IS NULL
           AND path NOT LIKE '/.%'
         ORDER BY modified_at DESC, path LIMIT ?2",
        params![user, limit],
    )
    .await
}

/// Moves the records of a path, and of all paths below it, to another path, which is free now. Adds `also`, the sources
/// of the new path's name, to the sources of the moved files.
pub async fn rename(tx: &Tx, user: &UserId, (from, to): (&str, &str), also: &Sources) -> Result<()> {
    for gone in at_or_below(tx, user, to).await? {
        forget(tx, &gone).await?;
    }
    for moved in at_or_below(tx, user, from).await? {
        let path = format!("{to}{}", &moved.path[from.len()..]);
        documents::moved(tx, user, (&moved.path, &path)).await?;
        forget(tx, &moved).await?;
        put(tx, &SavedFile { path, untrusted: moved.untrusted.and(also), ..moved }).await?;
    }
    Ok(())
}

/// Copies the record of a path to another path, which holds a copy of the file.
pub async fn copy(tx: &Tx, user: &UserId, (from, to): (&str, &str)) -> Result<()> {
    let Some(known) = find(tx, user, from).await? else { return Ok(()) };
    put(tx, &SavedFile { path: to.to_owned(), ..known }).await
}

async fn at_or_below(tx: &Tx, user: &UserId, path: &str) -> Result<Vec<SavedFile>> {
    let mut all = of(tx, user).await?;
    all.retain(|file| {
        file.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    Ok(all)
}

/// Forgets a file that is gone, unless another has been saved in its place.
pub async fn forget(tx: &Tx, file: &SavedFile) -> Result<()> {
    tx.execute(
        "DELETE FROM file_origins WHERE user_id = ?1 AND path = ?2 AND bytes = ?3 AND modified_at = ?4",
        params![&file.user_id, file.path.as_str(), file.bytes, file.modified_at],
    )
    .await?;
    documents::forgotten(tx, file).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{NOW, Store, ms};

    #[tokio::test]
    async fn a_file_keeps_whose_words_it_holds_until_another_takes_its_place() {
        let store = Store::new().await;
        let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
        store
            .write(async move |tx| {
                let own = SavedFile {
                    user_id: alice.user_id.clone(),
                    path: "/shared/a".to_owned(),
                    bytes: 3,
                    modified_at: NOW,
                    untrusted: Sources::OWN,
                    session_id: None,
                };
                let foreign = SavedFile { bytes: 4, untrusted: "example.com".into(), ..own.clone() };
                let of_bob = SavedFile { user_id: bob.user_id.clone(), ..own.clone() };
                put(tx, &own).await?;
                put(tx, &of_bob).await?;
                assert_eq!(newest_own(tx, &alice.user_id, 9).await?, std::slice::from_ref(&own));
                put(tx, &foreign).await?;
                assert_eq!(newest_own(tx, &alice.user_id, 9).await?, []);
                assert_eq!(find(tx, &alice.user_id, "/shared/a").await?, Some(foreign.clone()));
                assert!(foreign.is(4, NOW) && !foreign.is(3, NOW) && !foreign.is(4, NOW + ms(1)));

                forget(tx, &own).await?;
                assert_eq!(
                    of(tx, &alice.user_id).await?,
                    std::slice::from_ref(&foreign),
                    "another is in its place"
                );
                forget(tx, &foreign).await?;
                assert_eq!(of(tx, &alice.user_id).await?, []);
                assert_eq!(of(tx, &bob.user_id).await?, [of_bob]);

                let [deep, beside] = ["/shared/x/a", "/shared/xy"]
                    .map(|path| SavedFile { path: path.to_owned(), ..own.clone() });
                for file in [&own, &deep, &beside] {
                    put(tx, file).await?;
                }
                let move_to =
                    async |from, to, also: &Sources| rename(tx, &alice.user_id, (from, to), also).await;
                move_to("/shared/x", "/.trash/1/item", &Sources::OWN).await?;
                assert_eq!(newest_own(tx, &alice.user_id, 9).await?, [own.clone(), beside.clone()]);
                move_to("/.trash/1/item", "/shared/a", &"example.com".into()).await?;
                let moved =
                    SavedFile { path: "/shared/a/a".to_owned(), untrusted: "example.com".into(), ..deep };
                assert_eq!(of(tx, &alice.user_id).await?, [moved.clone(), beside.clone()]);
                copy(tx, &alice.user_id, ("/shared/a/a", "/.versions/1")).await?;
                copy(tx, &alice.user_id, ("/shared/none", "/.versions/2")).await?;
                let version = SavedFile { path: "/.versions/1".to_owned(), ..moved.clone() };
                assert_eq!(of(tx, &alice.user_id).await?, [version, moved, beside]);

                let nobody = SavedFile { user_id: UserId("user-nobody".to_owned()), ..own };
                put(tx, &nobody).await?;
                assert_eq!(of(tx, &nobody.user_id).await?, []);
                Ok(())
            })
            .await;
    }
}
