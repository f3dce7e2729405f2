//! The modules have floors: `src/lib.rs` lists them from the top down, and no module imports from one above it.
//!
//! Cargo enforces this between crates; this test does within the gateway's crate. Tests may import from anywhere.
//!
//! Also, every file must belong to a module: the compiler does not report files that no module declares. And stories
//! must run in one process, too.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item, ItemMod};

/// An import from one top-level module to another.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Import {
    file: PathBuf,
    from: String,
    to: String,
}

#[test]
fn no_module_imports_from_a_floor_above() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let floors: Vec<String> = modules(&src.join("lib.rs")).map(|module| module.ident.to_string()).collect();
    let mut imports = BTreeSet::new();
    for floor in &floors {
        collect(&file_of(&src, floor), std::slice::from_ref(floor), &mut imports);
    }
    assert!(imports.len() > 100, "the walk through src/ found next to nothing: {imports:?}");
    let height = |name: &str| floors.iter().position(|floor| floor == name);
    let upwards = |import: &&Import| height(&import.to).is_some_and(|to| Some(to) < height(&import.from));
    let upwards: Vec<_> = imports
        .iter()
        .filter(upwards)
        .map(|Import { file, from, to }| format!("{}: {from} imports {to}", file.display()))
        .collect();
    assert!(
        upwards.is_empty(),
        "src/lib.rs lists the modules from the top floor down, and these import from a floor above. Move what they \
         share to a lower module or to crates/domain, or let the upper module register a handler:\n{}",
        upwards.join("\n")
    );
}

#[test]
fn an_import_upwards_is_found_in_every_spelling() {
    let found = |code: &str, within: &[&str]| {
        let within: Vec<_> = within.iter().map(|module| (*module).to_owned()).collect();
        let mut found = BTreeSet::new();
        references(code.parse().unwrap(), &within, &mut found);
        found.into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(found("use crate::{chat::{access, notes}, core::Core};", &["texts"]), "chat core");
    assert_eq!(found("let core = crate::core::Core::new();", &["texts"]), "core");
    assert_eq!(found("tokio::select! { () = crate::app::wait() => {} }", &["texts", "health"]), "app");
    assert_eq!(found("use super::super::chat::access;", &["texts", "health"]), "chat");
    assert_eq!(found("use super::{super::chat::access, bytes};", &["texts", "health"]), "chat");
    assert_eq!(found("use super::bytes;", &["texts", "health"]), "");
    assert_eq!(found("use adjutant::approvals::Asked;", &["texts"]), "approvals");
}

#[test]
fn every_file_is_in_a_module() {
    let house = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = BTreeSet::new();
    for folder in ["src", "crates", "channels", "tests", "benches"] {
        walk(&house.join(folder), &mut files);
    }
    assert!(files.len() > 500, "the walk found next to nothing: {files:?}");
    let outside = outside(&files);
    assert!(outside.is_empty(), "no module declares these files, so nothing compiles them: {outside:#?}");
}

/// A story over several channels is several tests. `cargo test` runs them in one process, in which insta refuses to
/// compare an inline snapshot twice; `reads!` allows it. nextest, which gives each test a process, does not notice.
#[test]
fn stories_over_several_channels_compare_by_reads() {
    let mut files = BTreeSet::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/core"), &mut files);
    files.retain(|file| fs::read_to_string(file).unwrap().contains("assert_snapshot!"));
    assert_eq!(files, BTreeSet::new());
}

#[test]
fn a_file_outside_every_module_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = |path: &str, code: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, code).unwrap();
        path
    };
    let links = "//! mod unlink;\nmod press;\n#[cfg(test)]\nmod tests { mod inner; }";
    let inside = [("src/lib.rs", "mod links;"), ("src/links/mod.rs", links), ("src/links/press.rs", "")];
    let inside = inside.map(|(path, code)| file(path, code));
    let outside_all = ["src/links/tests.rs", "src/links/unlink.rs"].map(|path| file(path, ""));
    let files = inside.iter().chain(&outside_all).cloned().collect();
    assert_eq!(outside(&files), outside_all.iter().collect::<Vec<_>>());
}

/// Returns the files that are not compiled: no module declares them, and they are not the root of a crate.
fn outside(files: &BTreeSet<PathBuf>) -> Vec<&PathBuf> {
    let mut declared = BTreeSet::new();
    for parent in files.iter().filter(|file| has_submodules(file)) {
        let folder = parent.parent().unwrap();
        for item in parse(parent) {
            if let Item::Mod(ItemMod { ident, content: None, .. }) = item {
                declared.insert(file_of(folder, &ident.to_string()));
            }
        }
    }
    files.iter().filter(|file| !declared.contains(*file) && !is_compiled_alone(file)).collect()
}

fn has_submodules(file: &Path) -> bool {
    matches!(name(Some(file)), "mod.rs" | "lib.rs" | "main.rs")
}

/// Returns whether Cargo, or a test, compiles this file on its own: the root of a crate, or code that must fail to
/// compile.
fn is_compiled_alone(file: &Path) -> bool {
    matches!(name(Some(file)), "lib.rs" | "main.rs" | "build.rs")
        || matches!(name(file.parent()), "bin" | "examples" | "tests" | "fail")
            && !file.with_file_name("mod.rs").exists()
}

fn name(path: Option<&Path>) -> &str {
    path.and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default()
}

/// Adds all Rust files in a folder, recursively.
fn walk(folder: &Path, files: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.insert(path);
        }
    }
}

/// Adds the imports of a file and of its submodules; `within` is the path of its module.
fn collect(path: &Path, within: &[String], imports: &mut BTreeSet<Import>) {
    for item in parse(path) {
        if is_for_tests(attributes(&item)) {
            continue;
        }
        match &item {
            Item::Mod(ItemMod { ident, content: None, .. }) => {
                let mut submodule = within.to_vec();
                submodule.push(ident.to_string());
                let folder = path.parent().unwrap_or(path);
                collect(&file_of(folder, &ident.to_string()), &submodule, imports);
            }
            item => {
                let mut found = BTreeSet::new();
                references(item.to_token_stream(), within, &mut found);
                imports.extend(found.into_iter().filter(|to| *to != within[0]).map(|to| Import {
                    file: path.to_owned(),
                    from: within[0].clone(),
                    to,
                }));
            }
        }
    }
}

/// Adds the top-level modules to which paths among these tokens refer.
fn references(tokens: TokenStream, within: &[String], found: &mut BTreeSet<String>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => references(group.stream(), within, found),
            TokenTree::Ident(ident) if *ident == "crate" || *ident == "adjutant" => {
                heads(&tokens[i + 1..], found);
            }
            TokenTree::Ident(ident) if *ident == "super" && within.len() == 1 => {
                heads(&tokens[i + 1..], found);
            }
            TokenTree::Ident(ident) if *ident == "super" => {
                // The rest of the path is relative to the parent module.
                let rest: TokenStream = tokens[i + 1..].iter().cloned().collect();
                references(path_of(rest), &within[..within.len() - 1], found);
            }
            _ => {}
        }
    }
}

/// Returns the tokens of a path after its first name, up to its end.
fn path_of(rest: TokenStream) -> TokenStream {
    rest.into_iter()
        .take_while(|token| match token {
            TokenTree::Punct(punct) => punct.as_char() == ':',
            TokenTree::Ident(_) | TokenTree::Group(_) => true,
            TokenTree::Literal(_) => false,
        })
        .collect()
}

/// Adds the names after `crate::`: one name, or the first names within braces.
fn heads(rest: &[TokenTree], found: &mut BTreeSet<String>) {
    match rest {
        [TokenTree::Punct(_), TokenTree::Punct(_), TokenTree::Ident(name), ..] => {
            found.insert(name.to_string());
        }
        [TokenTree::Punct(_), TokenTree::Punct(_), TokenTree::Group(group), ..] => {
            let mut is_head = true;
            for token in group.stream() {
                match token {
                    TokenTree::Ident(name) if is_head => {
                        found.insert(name.to_string());
                        is_head = false;
                    }
                    TokenTree::Punct(punct) => is_head = punct.as_char() == ',',
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// Returns the modules that a file declares, except those for tests.
fn modules(path: &Path) -> impl Iterator<Item = ItemMod> {
    parse(path).into_iter().filter(|item| !is_for_tests(attributes(item))).filter_map(|item| match item {
        Item::Mod(module) => Some(module),
        _ => None,
    })
}

fn parse(path: &Path) -> Vec<Item> {
    let code = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    syn::parse_file(&code).unwrap_or_else(|error| panic!("{}: {error}", path.display())).items
}

fn file_of(folder: &Path, module: &str) -> PathBuf {
    let file = folder.join(format!("{module}.rs"));
    if file.exists() { file } else { folder.join(module).join("mod.rs") }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.to_token_stream().to_string().contains("test")
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
