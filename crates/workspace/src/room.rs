//! Room for new files. Every file is counted before it is written, and a person's folder is made only while the person
//! exists. So a person's quota covers everything in their folder, and a write that outlasts the deletion of its person
//! finds no folder and makes none.

use std::sync::Arc;

use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use adjutant_store::{
    db::{Db, Scope},
    file_usage::{self, NewFile, Reserved},
};
use anyhow::Result;

use crate::Blobs;

/// How often the disk is counted again because something changed meanwhile.
const COUNTS: usize = 3;

/// The room of one user.
#[derive(Clone, Copy)]
pub struct Room<'a> {
    pub db: &'a Db,
    pub blobs: &'a Arc<dyn Blobs>,
    pub user: &'a UserId,
}

impl Room<'_> {
    /// Reserves room for a file and makes sure that the person's folder exists. [`Room::settle`] follows.
    pub async fn reserve(self, file: NewFile, now: Timestamp) -> Result<Reserved> {
        if file.room.is_some() && self.is_uncounted().await? {
            self.count(now).await?;
        }
        match self.try_reserve(file, now).await? {
            // Files may have been removed since the last count.
            Reserved::Full => {
                self.count(now).await?;
                self.try_reserve(file, now).await
            }
            reserved => Ok(reserved),
        }
    }

    /// Records that a reserved file was written or has failed; `more` is the size beyond the reservation.
    pub async fn settle(self, more: i64, now: Timestamp) -> Result<()> {
        let user = self.user.clone();
        self.db
            .write(Scope::Person(self.user.clone()), async move |tx| {
                file_usage::settle(tx, &user, more, now).await
            })
            .await
    }

    /// Counts the size of the person's files on the disk.
    pub async fn count(self, now: Timestamp) -> Result<()> {
        for _ in 0..COUNTS {
            let user = self.user.clone();
            let before = self.db.read(async move |tx| file_usage::get(tx, &user).await).await?;
            let (blobs, user) = (self.blobs.clone(), self.user.clone());
            let size = tokio::task::spawn_blocking(move || blobs.size(&user)).await??;
            // Nothing has changed, as for most people each hour: skips the write.
            if before.map_or(size == 0, |known| known.agrees_with(size)) {
                break;
            }
            let user = self.user.clone();
            let recount = async move |tx: &_| file_usage::recount(tx, &user, before, size, now).await;
            if self.db.write_unsynced(Scope::Person(self.user.clone()), recount).await? {
                break;
            }
        }
        Ok(())
    }

    async fn is_uncounted(self) -> Result<bool> {
        let user = self.user.clone();
        Ok(self.db.read(async move |tx| file_usage::get(tx, &user).await).await?.is_none())
    }

    async fn try_reserve(self, file: NewFile, now: Timestamp) -> Result<Reserved> {
        let (user, blobs) = (self.user.clone(), self.blobs.clone());
        self.db
            .write(Scope::Person(self.user.clone()), async move |tx| {
                let reserved = file_usage::reserve(tx, &user, file, now).await?;
                if reserved == Reserved::Yes {
                    // Within the transaction: a deletion has either not begun, and will remove the folder, or has
                    // begun, and nothing is reserved.
                    blobs.open(&user)?;
                }
                Ok(reserved)
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use adjutant_domain::ids::CallId;
    use adjutant_store::testing::{NOW, Store};
    use tempfile::TempDir;

    use super::*;
    use crate::{Blob, Folder};

    fn in_folder(folder: &TempDir) -> Arc<dyn Blobs> {
        Arc::new(Folder::new(folder.path().to_owned()))
    }

    #[tokio::test]
    async fn files_of_any_kind_and_number_take_room() {
        let (store, files) = (Store::new().await, tempfile::tempdir().unwrap());
        let (alice, _) = store.person("alice").await;
        let (blobs, own) = (in_folder(&files), files.path().join(alice.user_id.as_str()));
        let room = Room { db: &store.db, blobs: &blobs, user: &alice.user_id };
        let reserve = async |bytes| room.reserve(NewFile { bytes, room: Some(200) }, NOW).await.unwrap();

        // These files existed before anything was counted.
        std::fs::create_dir_all(own.join("shared")).unwrap();
        for number in 0..100 {
            std::fs::write(own.join("shared").join(number.to_string()), "x").unwrap();
        }
        assert_eq!(reserve(101).await, Reserved::Full);
        assert_eq!(reserve(60).await, Reserved::Yes);
        // Two reservations do not share the same room.
        assert_eq!(reserve(60).await, Reserved::Full);
        let blob = Blob::incoming(&alice.user_id, &CallId("call-1".to_owned()));
        blobs.put(&blob, &[0; 60], SystemTime::UNIX_EPOCH).unwrap();
        room.settle(0, NOW).await.unwrap();
        assert_eq!(reserve(41).await, Reserved::Full, "what is on its way counts");
        std::fs::remove_dir_all(own.join("shared")).unwrap();
        assert_eq!(reserve(100).await, Reserved::Yes, "it is counted again before anything is refused");
    }

    #[tokio::test]
    async fn a_count_that_finds_nothing_new_writes_nothing() {
        let (store, files) = (Store::new().await, tempfile::tempdir().unwrap());
        let (alice, _) = store.person("alice").await;
        let (blobs, own) = (in_folder(&files), files.path().join(alice.user_id.as_str()));
        let room = Room { db: &store.db, blobs: &blobs, user: &alice.user_id };
        let commits = async || {
            let before = store.db.work().commits;
            room.count(NOW).await.unwrap();
            store.db.work().commits - before
        };

        assert_eq!(commits().await, 0, "no files");
        std::fs::create_dir_all(&own).unwrap();
        std::fs::write(own.join("list"), "oats").unwrap();
        assert_eq!(commits().await, 1);
        assert_eq!(commits().await, 0, "the same files");
        std::fs::write(own.join("list"), "oats and milk").unwrap();
        assert_eq!(commits().await, 1);
    }
}
