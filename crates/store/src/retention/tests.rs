use super::*;
use crate::testing::{NOW, Store};

#[tokio::test]
async fn every_kind_of_old_row_is_found_by_an_index_that_is_there() {
    let store = Store::new().await;
    store
        .write(async |tx| {
            for what in [
                Old::Passing,
                Old::Events,
                Old::Delivered,
                Old::Dead,
                Old::NoteLists,
                Old::ScheduleLists,
                Old::Attachments,
                Old::SetAside,
                Old::Outputs,
                Old::RunOutputs,
                Old::Runs,
            ] {
                assert_eq!(forget(tx, what, NOW, 10).await?, 0, "{what:?}");
            }
            Ok(())
        })
        .await;
}
