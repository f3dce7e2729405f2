//! `run_code`: the approval, and the files that a program gets. The tests in tests/it, which have a child process, show
//! what it computes.

use adjutant_channel::ChatKind;

use super::*;

#[tokio::test]
async fn a_calculation_never_asks_but_with_files_in_a_group() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    let (alone, with_files) = (json!({ "code": "1" }), json!({ "code": "1", "files": ["/shared/a.csv"] }));
    assert_eq!(alice.need("run_code", alone.clone()).await, ApprovalNeed::NotNeeded);
    assert_eq!(alice.need("run_code", with_files.clone()).await, ApprovalNeed::ByPolicy);
    alice.context.session.chat_kind = ChatKind::Group;
    assert_eq!(alice.need("run_code", alone).await, ApprovalNeed::NotNeeded);
    assert_eq!(alice.need("run_code", with_files).await, ApprovalNeed::Required);
}

#[tokio::test]
async fn files_have_to_be_there_to_be_text_and_to_fit() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let shared = bench.files.path().join(alice.context.user.user_id.as_str()).join("shared");
    std::fs::create_dir_all(&shared).unwrap();
    std::fs::write(shared.join("half.txt"), "x".repeat(600 << 10)).unwrap();
    std::fs::write(shared.join("image.png"), b"\x89PNG\r\n\x1a\n\0\0\0").unwrap();
    let told = async |files: Value| alice.error("run_code", json!({ "code": "1", "files": files })).await;
    insta::assert_snapshot!(told(json!(["/shared/none.txt"])).await, @"not_found: there is no file '/shared/none.txt'");
    insta::assert_snapshot!(told(json!(["/shared/image.png"])).await, @"rejected: the file '/shared/image.png' is no text");
    std::fs::copy(shared.join("half.txt"), shared.join("other.txt")).unwrap();
    insta::assert_snapshot!(told(json!(["/shared/half.txt", "/shared/other.txt"])).await, @"rejected: the file '/shared/other.txt' is too large: a call reads 1 MB in all, and 424 KB are left");
}

#[tokio::test]
async fn without_a_jail_nothing_runs() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    // The child is this test program, which does not know the role.
    let told = alice.error("run_code", json!({ "code": "1" })).await;
    assert!(told.starts_with("unavailable: this machine cannot run it safely: "), "{told}");
}
