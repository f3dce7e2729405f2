use std::{fs, os::unix::fs::symlink};

use adjutant_channel::ChatKind;
use adjutant_domain::tools::Decider;

use super::*;

/// Puts a file into a person's folder by hand.
pub(super) fn put(alice: &Person<'_>, path: &str, content: impl AsRef<[u8]>) {
    let path = alice.bench.files.path().join(alice.context.user.user_id.as_str()).join(&path[1..]);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

fn lines(count: usize) -> String {
    (1..=count).map(|number| format!("line {number}\n")).collect()
}

#[tokio::test]
async fn lines_of_a_file_are_read_with_their_numbers() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    put(&alice, "/shared/a.txt", lines(501));
    let read = alice.json("file_read", json!({ "path": "shared//a.txt" })).await;
    assert_eq!((&read["path"], &read["next_offset"]), (&json!("/shared/a.txt"), &json!(501)));
    assert_eq!(read["message"], "Lines 1 to 500; more follow.");
    assert_eq!(read["words_of"], "a file of unknown origin");
    let content = read["content"].as_str().unwrap();
    assert!(
        content.starts_with("1\tline 1\n2\tline 2\n") && content.ends_with("500\tline 500\n"),
        "{content}"
    );
    let rest = alice.json("file_read", json!({ "path": "/shared/a.txt", "offset": 500, "limit": 2 })).await;
    assert_eq!(rest["content"], "500\tline 500\n501\tline 501\n");
    assert_eq!((&rest["message"], rest.get("next_offset")), (&json!("Lines 500 to 501, the last."), None));
    for (offset, expected) in [
        (502, "the file has 501 lines, so there is no line 502"),
        (9_000, "the file has 501 lines, so there is no line 9000"),
    ] {
        let error = alice.error("file_read", json!({ "path": "/shared/a.txt", "offset": offset })).await;
        assert_eq!(error, format!("rejected: {expected}"));
    }
    for limit in [0, 2001] {
        let error = alice.error("file_read", json!({ "path": "/shared/a.txt", "limit": limit })).await;
        assert!(error.starts_with("invalid_arguments: field 'limit'"), "{error}");
    }
}

#[tokio::test]
async fn long_lines_are_cut_and_odd_files_are_named() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let read = async |path: &str| alice.json("file_read", json!({ "path": path })).await;
    put(&alice, "/tmp/wide", format!("{}\nend", "é".repeat(2001)));
    assert_eq!(read("/tmp/wide").await["content"], format!("1\t{}…\n2\tend\n", "é".repeat(2000)));
    put(&alice, "/tmp/wider", "𝄞".repeat(20_000));
    assert_eq!(read("/tmp/wider").await["content"], format!("1\t{}…\n", "𝄞".repeat(2000)));
    put(&alice, "/tmp/none", "");
    assert_eq!(read("/tmp/none").await["message"], "The file is empty.");
    put(&alice, "/tmp/café 𝄞.txt", b"caf\xe9");
    assert_eq!(read("/tmp/café 𝄞.txt").await["content"], "1\tcafé\n");
    put(&alice, "/tmp/photo", b"\x89PNG\r\n\x1a\n");
    let photo = read("/tmp/photo").await;
    assert_eq!(photo["message"], "It is no text but a photo of 8 bytes; document_read reads documents.");
    assert_eq!((&photo["kind"], &photo["size"], &photo["content"]), (&json!("photo"), &json!(8), &json!("")));
    put(&alice, "/tmp/long", lines(100_000));
    let long = alice.json("file_read", json!({ "path": "/tmp/long", "limit": 2000 })).await;
    assert_eq!(long["next_offset"], 2001);
}

#[tokio::test]
async fn no_path_leads_out_of_the_person_s_files() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    put(&bob, "/shared/secret", "secret");
    put(&alice, "/shared/a", "oats");
    let own = bench.files.path().join(alice.context.user.user_id.as_str());
    symlink("../../..", own.join("shared/up")).unwrap();
    symlink(bench.files.path().join(bob.context.user.user_id.as_str()), own.join("shared/bob")).unwrap();
    let out = |path: &str| {
        format!(
            "invalid_arguments: the path '{path}' leads out of the workspace; paths begin with /shared/ or /tmp/"
        )
    };
    let none = |path: &str| {
        format!(
            "invalid_arguments: the path '{path}' is not a file of the workspace; paths begin with /shared/ or /tmp/"
        )
    };
    for (path, expected) in [
        ("/shared/../../etc/passwd", out("/shared/../../etc/passwd")),
        ("/shared/bob/shared/secret", out("/shared/bob/shared/secret")),
        ("/shared/up/etc/passwd", out("/shared/up/etc/passwd")),
        ("/etc/passwd", none("/etc/passwd")),
        ("/.outbox/x", none("/.outbox/x")),
        ("/shared", none("/shared")),
        ("/shared/a\0b", none("/shared/a\0b")),
        ("/shared/none", "not_found: there is no file '/shared/none'".to_owned()),
        ("/shared/a/b", "not_found: there is no file '/shared/a/b'".to_owned()),
    ] {
        assert_eq!(alice.error("file_read", json!({ "path": path })).await, expected);
    }
    let long = format!("/shared/{}", "x".repeat(300));
    assert_eq!(
        alice.error("file_read", json!({ "path": long })).await,
        format!("not_found: there is no file '{long}'")
    );
    let found = alice.json("file_search", json!({ "query": "e" })).await;
    assert_eq!(found["files"], json!([]), "neither is anything found behind a link");
    let found = alice.json("file_glob", json!({ "pattern": "**" })).await;
    assert_eq!(found["total"], 1);
}

#[tokio::test]
async fn folders_are_listed_level_by_level() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    for path in ["/shared/a", "/shared/lists/b", "/shared/lists/old/c", "/tmp/d"] {
        put(&alice, path, "oats");
    }
    let list = async |arguments: Value| {
        let listed = alice.json("file_list", arguments).await;
        let paths = |of: &str, also: &str| {
            let line =
                |it: &Value| format!("{}{}", it["path"].as_str().unwrap(), it[also]).replace("null", "");
            let mut paths: Vec<_> = listed[of].as_array().unwrap().iter().map(line).collect();
            paths.sort();
            paths.join(" ")
        };
        format!("{}; {}; {}", paths("files", ""), paths("folders", "files"), listed["total"])
    };
    assert_eq!(list(json!({})).await, "/shared/a /tmp/d; /shared/lists2; 2");
    assert_eq!(list(json!({ "path": "/shared" })).await, "/shared/a; /shared/lists2; 1");
    assert_eq!(list(json!({ "path": "/shared/lists/" })).await, "/shared/lists/b; /shared/lists/old1; 1");
    assert_eq!(
        list(json!({ "path": "/shared", "depth": 3 })).await,
        "/shared/a /shared/lists/b /shared/lists/old/c; /shared/lists/old1 /shared/lists2; 3"
    );
    assert_eq!(list(json!({ "limit": 2 })).await.split(';').next_back(), Some(" 2"));
    for path in ["/shared/none", "/shared/a"] {
        let error = alice.error("file_list", json!({ "path": path })).await;
        assert_eq!(error, format!("not_found: there is no folder '{path}'"));
    }
}

#[tokio::test]
async fn patterns_find_files_by_their_paths() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    for path in ["/shared/A.md", "/shared/lists/b.txt", "/shared/lists/old/c.md", "/tmp/d.pdf"] {
        put(&alice, path, "oats");
    }
    let find = async |pattern: &str| {
        let found = alice.json("file_glob", json!({ "pattern": pattern })).await;
        let mut paths: Vec<_> = found["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["path"].as_str().unwrap().to_owned())
            .collect();
        paths.sort();
        paths.join(" ")
    };
    assert_eq!(find("*.md").await, "/shared/A.md /shared/lists/old/c.md");
    assert_eq!(find("a.*").await, "/shared/A.md");
    assert_eq!(find("/shared/*").await, "/shared/A.md");
    assert_eq!(find("lists/**/*.{md,txt}").await, "/shared/lists/b.txt /shared/lists/old/c.md");
    assert_eq!(find("/shared/../tmp/*").await, "");
    let few = alice.json("file_glob", json!({ "pattern": "**", "limit": 1 })).await;
    assert_eq!((few["total"].clone(), few["files"].as_array().unwrap().len()), (json!(4), 1));
    assert_eq!(few["message"], "4 files; these are the newest 1.");
    let error = alice.error("file_glob", json!({ "pattern": "a{b" })).await;
    assert!(error.starts_with("invalid_arguments: this is no pattern for paths: "), "{error}");
}

#[tokio::test]
async fn text_is_searched_line_by_line() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    put(&alice, "/shared/list.md", "oats\nmilk\nEggs (6)\ntea\nÄpfel\n");
    put(&alice, "/shared/photo", b"\x89PNG\r\n\x1a\nmilk");
    let search = async |arguments: Value| {
        let found = alice.json("file_search", arguments).await;
        let lines = |file: &Value| {
            let lines = file["lines"].as_array().unwrap().iter().map(|line| line.as_str().unwrap());
            format!("{} [{}]", file["path"].as_str().unwrap(), lines.collect::<Vec<_>>().join("|"))
        };
        found["files"].as_array().unwrap().iter().map(lines).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(search(json!({ "query": "MILK" })).await, "/shared/list.md [2: milk]", "not in the picture");
    assert_eq!(search(json!({ "query": "MILK", "case": true })).await, "");
    assert_eq!(search(json!({ "query": "äpfel" })).await, "/shared/list.md [5: Äpfel]");
    assert_eq!(search(json!({ "query": "(6)" })).await, "/shared/list.md [3: Eggs (6)]");
    assert_eq!(
        search(json!({ "query": r"^\w+s\b", "regex": true, "context": 1 })).await,
        "/shared/list.md [1: oats|2- milk|3: Eggs (6)|4- tea]"
    );
    assert_eq!(search(json!({ "query": "milk", "glob": "*.txt" })).await, "");
    assert_eq!(search(json!({ "query": "milk", "path": "/tmp" })).await, "");
    assert_eq!(
        search(json!({ "query": "milk", "path": "/shared/list.md" })).await,
        "/shared/list.md [2: milk]"
    );
    let few = alice.json("file_search", json!({ "query": ".", "regex": true, "limit": 2 })).await;
    assert_eq!(few["message"], "2 lines. Not everything was searched; ask for less.");
    assert_eq!((&few["total"], &few["complete"]), (&json!(2), &json!(false)));
    for (query, why) in [("(", "unclosed group"), (r"\w{900}{900}", "exceeds size limit")] {
        let error = alice.error("file_search", json!({ "query": query, "regex": true })).await;
        assert!(error.contains("no regular expression") && error.contains(why), "{error}");
    }
    put(&alice, "/shared/wide", format!("{}needle{}", "x".repeat(5_000), "y".repeat(5_000)));
    let found = search(json!({ "query": "needle" })).await;
    assert!(found.len() < 400 && found.contains("…xxx") && found.contains("needleyyy"), "{found}");
}

#[tokio::test]
async fn lines_are_redacted_before_they_are_cut() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    http::give(&alice, "garden", "https://example.com", "own-secret-0815").await;
    for secret in ["own-secret-0815", OPERATORS_SECRET, "ghp_0123456789abcdefghijklmnopqrstuvwxyz"] {
        // In the first line, the secret is cut at its end; in the second, at its beginning and at its end.
        let (begin, end) = ("x".repeat(1_990), "x".repeat(194));
        let text = format!("{begin} {secret} more\n{secret} {} oats {end} {secret} more\n", "x".repeat(94));
        put(&alice, "/tmp/keys", text);
        let read = alice.json("file_read", json!({ "path": "/tmp/keys", "limit": 1 })).await;
        let found = alice.json("file_search", json!({ "query": "oats", "context": 1 })).await;
        for shown in [read["content"].to_string(), found["files"][0]["lines"].to_string()] {
            assert!(!shown.contains(&secret[..5]) && !shown.contains(&secret[10..]), "{shown}");
        }
    }
}

#[tokio::test]
async fn reading_asks_in_a_group_and_only_the_person() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    let calls = [
        ("file_read", json!({ "path": "/shared/a" }), "Read /shared/a"),
        ("file_list", json!({}), "List your files"),
        ("file_list", json!({ "path": "/tmp" }), "List the files in /tmp"),
        ("file_glob", json!({ "pattern": "*.md" }), "Find your files like *.md"),
        ("file_search", json!({ "query": "milk" }), "Search your files for “milk”"),
    ];
    for (tool, arguments, _) in &calls {
        assert_eq!(alice.need(tool, arguments.clone()).await, ApprovalNeed::ByPolicy, "{tool}");
    }
    alice.context.session.chat_kind = ChatKind::Group;
    for (tool, arguments, summary) in calls {
        let asked = alice.question(tool, arguments).await;
        assert_eq!((asked.summary.as_str(), asked.decider), (summary, Decider::OnlyRequester));
        assert_eq!(asked.reason, "These are your own files, and everybody here may see the answer.");
    }
}

#[tokio::test]
async fn a_file_of_windows_is_read_searched_and_edited() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    put(&alice, "/shared/latin.txt", b"Viele Gr\xfc\xdfe\r\naus K\xf6ln\r\n");
    let read = alice.json("file_read", json!({ "path": "/shared/latin.txt" })).await;
    assert_eq!(read["content"], "1\tViele Grüße\n2\taus Köln\n");
    put(&alice, "/shared/mark.txt", "\u{feff}Viele Grüße\r\naus Köln\r\n");
    let read = alice.json("file_read", json!({ "path": "/shared/mark.txt" })).await;
    assert_eq!(read["content"], "1\tViele Grüße\n2\taus Köln\n");
    let wide: Vec<u8> = "\u{feff}Viele Grüße".encode_utf16().flat_map(u16::to_le_bytes).collect();
    put(&alice, "/shared/wide.txt", wide);
    let found = alice.json("file_search", json!({ "query": "grüße" })).await;
    assert_eq!((&found["total"], &found["complete"]), (&json!(3), &json!(true)), "{found}");
    let edit = json!({ "path": "/shared/mark.txt", "old": "Grüße\naus Köln", "new": "Küsse\naus Bonn" });
    alice.json("file_edit", edit).await;
    let path = bench.files.path().join(alice.context.user.user_id.as_str()).join("shared/mark.txt");
    assert_eq!(fs::read_to_string(path).unwrap(), "\u{feff}Viele Küsse\r\naus Bonn\r\n");
}

#[tokio::test]
async fn a_search_says_what_it_did_not_search() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    put(&alice, "/shared/lists/long.json", format!("{}oats", "x".repeat(100_000)));
    let search = async |path: &str| alice.json("file_search", json!({ "query": "oats", "path": path })).await;
    let found = search("/shared/lists").await;
    assert_eq!((&found["total"], &found["complete"]), (&json!(1), &json!(true)));
    put(&alice, "/shared/lists/longer.json", format!("{}oats", "x".repeat(2_000_000)));
    let found = search("/shared").await;
    assert_eq!((&found["total"], &found["complete"]), (&json!(1), &json!(false)));
    let none = alice.error("file_search", json!({ "query": "oats", "path": "/shared/none" })).await;
    assert_eq!(none, "not_found: there is no file or folder '/shared/none'");
}

#[tokio::test]
async fn a_name_with_decomposed_letters_is_found() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    put(&alice, "/shared/cafe\u{301}.txt", "oats");
    for path in ["/shared/caf\u{e9}.txt", "/shared/cafe\u{301}.txt"] {
        assert_eq!(alice.json("file_read", json!({ "path": path })).await["content"], "1\toats\n");
    }
    let found = alice.json("file_glob", json!({ "pattern": "caf\u{e9}*" })).await;
    assert_eq!(found["total"], 1);
    alice.json("file_write", json!({ "path": "/shared/the\u{301}.txt", "content": "tea" })).await;
    let found = alice.json("file_list", json!({ "path": "/shared" })).await.to_string();
    assert!(found.contains("/shared/th\u{e9}.txt"), "{found}");
}
