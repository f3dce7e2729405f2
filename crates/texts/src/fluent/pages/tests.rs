use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use insta::assert_snapshot;

use super::{super::tests, *};

/// The folders of the pages, relative to this crate.
const PAGES: [&str; 2] = ["../../channels/web/src/page", "../../src/console/page"];

/// Returns the keys that the files of the pages use, with their variables.
pub(in super::super) fn used() -> Vec<(String, BTreeSet<String>)> {
    let mut all = Vec::new();
    for (path, content) in files() {
        match path.extension().is_some_and(|kind| kind == "html") {
            true => all.extend(of_html(&content).into_iter().map(|(key, names, _)| (key, names))),
            false => of_script(&content, &mut all),
        }
    }
    assert!(all.len() > 50, "the walk found next to nothing: {all:?}");
    all
}

#[test]
fn a_text_in_a_page_is_the_english_one() {
    let english = texts(Language::English);
    for (path, html) in files().filter(|(path, _)| path.extension().is_some_and(|kind| kind == "html")) {
        for (key, names, shown) in of_html(&html) {
            if names.is_empty() {
                assert_eq!(english.get(&key), Some(&json!(shown)), "{key} in {}", path.display());
            }
        }
    }
}

#[test]
fn a_text_of_the_pages_has_only_what_their_code_reads() {
    for language in Language::ALL {
        for (key, of) in tests::messages(language) {
            if key.starts_with(PREFIX) {
                has_only_what_is_read(&key, &of);
            }
        }
    }
}

#[test]
fn a_module_has_the_texts_of_its_language() {
    let modules: BTreeMap<_, _> = page_texts().collect();
    let texts = texts(Language::German);
    let names: Vec<_> = modules.keys().copied().collect();
    assert_eq!(names, ["texts/de.js", "texts/en.js", "texts/es.js", "texts/fr.js"]);
    assert!(modules["texts/de.js"].starts_with("export const languages = [\"en\",\"de\",\"es\",\"fr\"];\n"));
    assert!(modules["texts/de.js"].contains(r#""web-today":"Heute""#));
    assert!(!modules["texts/de.js"].contains(r#""queue-noted""#), "the pages do not use it");
    assert_snapshot!(texts["web-remove-file"], @r#"[{"of":"name"}," entfernen"]"#);
    assert_snapshot!(texts["web-too-many-files"], @r#"[{"of":"count","forms":{"one":["Eine Nachricht kann ",{"of":"count"}," Datei enthalten."],"other":["Eine Nachricht kann ",{"of":"count"}," Dateien enthalten."]},"otherwise":"other"}]"#);
}

fn has_only_what_is_read(key: &str, pattern: &Pattern<&str>) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { .. } => {}
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                assert!(
                    matches!(selector, InlineExpression::VariableReference { .. }),
                    "{key}: {selector:?}"
                );
                variants.iter().for_each(|variant| has_only_what_is_read(key, &variant.value));
            }
            PatternElement::Placeable { expression: Expression::Inline(inline) } => assert!(
                matches!(
                    inline,
                    InlineExpression::VariableReference { .. } | InlineExpression::StringLiteral { .. }
                ),
                "{key}: {inline:?}"
            ),
        }
    }
}

#[test]
fn labels_beside_each_other_differ_in_each_language() {
    for language in Language::ALL {
        let texts = texts(language);
        for keys in [
            &["web-pause", "web-resume", "web-stop-run", "web-run-now", "web-edit", "web-delete"][..],
            &["web-edit", "web-share-in-groups", "web-do-not-share", "web-forget"],
            &["web-admit", "web-refuse", "web-remove", "web-make-approver", "web-end-approver"],
            &["web-approve", "web-deny"],
            &["web-send-again", "web-delete", "web-cancel"],
            &["web-go-on", "web-pause"],
        ] {
            let labels: BTreeSet<_> = keys.iter().map(|key| texts[*key].as_str().unwrap()).collect();
            assert_eq!(labels.len(), keys.len(), "{labels:?} in {language:?}");
        }
    }
}

/// Returns the pages and modules, with their contents.
fn files() -> impl Iterator<Item = (PathBuf, String)> {
    let folders = PAGES.map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let entries = folders.into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_read = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "js" || kind == "html");
    paths.filter(is_read).map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
}

/// Finds each string that is a key, and the names in the object after it.
fn of_script(script: &str, all: &mut Vec<(String, BTreeSet<String>)>) {
    for (at, _) in script.match_indices(&format!("\"{PREFIX}")) {
        let (key, rest) = script[at + 1..].split_once('"').unwrap();
        let names = match rest.strip_prefix(", {") {
            Some(object) => names(tests::until_closed(object)),
            None => BTreeSet::new(),
        };
        all.push((key.to_owned(), names));
    }
}

fn names(object: &str) -> BTreeSet<String> {
    let entries = tests::top_level(object).into_iter();
    let names = entries.map(|entry| entry.split(':').next().unwrap().trim().to_owned());
    // One entry a line ends with a comma.
    names.filter(|name| !name.is_empty()).collect()
}

/// Returns each key in a page, the names of the elements in its text, and the English text in the page.
fn of_html(html: &str) -> Vec<(String, BTreeSet<String>, String)> {
    let tags = html.match_indices('<').filter_map(|(at, _)| {
        let (tag, rest) = html[at + 1..].split_once('>')?;
        let name = tag.split_whitespace().next()?;
        Some((tag, rest.split_once(&format!("</{name}>")).map_or("", |(inside, _)| inside)))
    });
    let mut all = Vec::new();
    for (tag, inside) in tags {
        let value =
            |name: &str| tag.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split('"').next());
        for (name, attribute) in [
            ("data-l10n-label", "aria-label"),
            ("data-l10n-title", "title"),
            ("data-l10n-placeholder", "placeholder"),
        ] {
            if let Some(key) = value(name) {
                let shown = value(attribute).unwrap_or_default();
                all.push((key.to_owned(), BTreeSet::new(), shown.to_owned()));
            }
        }
        if let Some(key) = value("data-l10n") {
            let names = inside.split(" data-as=\"").skip(1).filter_map(|rest| rest.split('"').next());
            let shown = inside.split_whitespace().collect::<Vec<_>>().join(" ");
            all.push((key.to_owned(), names.map(str::to_owned).collect(), shown));
        }
    }
    all
}
