use insta::assert_snapshot;
use proptest::prelude::*;

use super::*;
use crate::rich::testing::{assert_valid, shown};

fn render(markdown: &str) -> String {
    let rich = from_markdown(markdown);
    assert_valid(&rich);
    shown(&rich)
}

#[test]
fn styles_inside_a_line() {
    assert_snapshot!(
        render("**bold** *italic* ~~gone~~ `co*de*` ***both*** a_snake_name"),
        @"⟨b⟩bold⟨/⟩ ⟨i⟩italic⟨/⟩ ⟨s⟩gone⟨/⟩ ⟨code⟩co*de*⟨/⟩ ⟨i⟩⟨b⟩both⟨/⟩⟨/⟩ a_snake_name"
    );
    assert_snapshot!(render("** not bold ** and **open"), @"** not bold ** and **open");
    assert_snapshot!(
        render("**bold *and* `code` in it** **`code`**"),
        @"⟨b⟩bold ⟨i⟩and⟨/⟩⟨/⟩ ⟨code⟩code⟨/⟩ ⟨b⟩in it⟨/⟩ ⟨code⟩code⟨/⟩"
    );
    assert_snapshot!(render("first line\nsecond line  \nthird\\\nfourth\n\n\n\nnext paragraph"), @r"
    first line
    second line
    third
    fourth

    next paragraph
    ");
    assert_snapshot!(render("&lt;b&gt; &amp; \\*stars\\* 👨‍👩‍👧 **é́👍🏽**"), @"<b> & *stars* 👨‍👩‍👧 ⟨b⟩é́👍🏽⟨/⟩");
}

#[test]
fn links_lead_only_where_links_may() {
    assert_snapshot!(
        render("[the **docs**](https://example.org/a?b=c#d) and [`code`](http://example.org)"),
        @"⟨https://example.org/a?b=c#d⟩the ⟨b⟩docs⟨/⟩⟨/⟩ and ⟨http://example.org⟩code⟨/⟩"
    );
    assert_snapshot!(
        render("https://example.org <https://example.org> <alice@example.org>"),
        @"https://example.org https://example.org alice@example.org"
    );
    assert_snapshot!(
        render("[x](javascript:alert(1)) [y](./file.md) [z](https:) [](https://example.org)"),
        @"x (javascript:alert(1)) y (./file.md) z (https:) ⟨https://example.org⟩https://example.org⟨/⟩"
    );
    assert_snapshot!(
        render("![a cat](https://example.org/cat.png) ![](https://example.org/dog.png)"),
        @"⟨https://example.org/cat.png⟩a cat⟨/⟩ ⟨https://example.org/dog.png⟩https://example.org/dog.png⟨/⟩"
    );
    assert_snapshot!(
        render("[![build](https://example.org/badge.svg)](https://example.org/ci) [a][r]\n\n[r]: tg://user?id=42"),
        @"⟨https://example.org/ci⟩build⟨/⟩ ⟨tg://user?id=42⟩a⟨/⟩"
    );
}

#[test]
fn blocks() {
    assert_snapshot!(render("# Title with *stress*\nText\n\n---\n\nUnder\n---\nlast"), @r"
    ⟨b⟩Title with ⟨i⟩stress⟨/⟩⟨/⟩

    Text

    ────────

    ⟨b⟩Under⟨/⟩

    last
    ");
    assert_snapshot!(render("> quoted **text**\n> goes on\n>\n> > inner\n> > lines\n\nafter"), @r"
    ⟨quote⟩quoted ⟨b⟩text⟨/⟩
    goes on

    > inner
    > lines⟨/⟩

    after
    ");
    assert_snapshot!(render("Before\n```rust,ignore\n    fn main() {}\n\n    // *end*\n```\nAfter"), @r"
    Before

    ⟨pre rust⟩    fn main() {}

        // *end*⟨/⟩

    After
    ");
    assert_snapshot!(render("<div>\n  <b>raw</b>\n</div>\n\na <i>b</i> <!-- c -->"), @r"
    <div>
      <b>raw</b>
    </div>

    a <i>b</i> <!-- c -->
    ");
}

#[test]
fn a_quote_that_begins_with_indented_code_contains_all_of_it() {
    assert_snapshot!(render("Before\n\n>\t\tcode"), @r"
    Before

    ⟨quote⟩⟨pre ⟩  code⟨/⟩⟨/⟩
    ");
}

#[test]
fn lists() {
    assert_snapshot!(render("Todo:\n- one\n  more of one\n- two\n  1. deep\n  2. er\n     - est\n- [ ] open\n- [x] done\n\nend"), @r"
    Todo:

    • one
      more of one
    • two
      1. deep
      2. er
         • est
    • ☐ open
    • ☑ done

    end
    ");
    assert_snapshot!(render("9. nine\n\n   still nine\n\n10. ten\n    ```sh\n    ls\n    ```\n11. > quote"), @r"
    9. nine

       still nine

    10. ten

    ⟨pre sh⟩ls⟨/⟩

    11. ⟨quote⟩quote⟨/⟩
    ");
    assert_snapshot!(render("-\n- - a"), @r"
    • 
    • • a
    ");
}

#[test]
fn tables_are_set_in_columns() {
    assert_snapshot!(
        render("Prices:\n\n| Item | Qty | Note |\n|:--|--:|:-:|\n| **apple** | 3 | a \\| b |\n| 日本語 | 12 | [x](https://example.org) |\n| `z` |\n\nend"),
        @r"
        Prices:

        ⟨pre ⟩Item   | Qty |          Note
        -------+-----+------------------------
        apple  |   3 |          a | b
        日本語 |  12 | x (https://example.org)
        z      |     |⟨/⟩

        end
        "
    );
}

#[test]
fn drafts_that_break_off() {
    assert_snapshot!(render("See:\n\n```python\nprint(1)\nprint("), @r"
    See:

    ⟨pre python⟩print(1)
    print(⟨/⟩
    ");
    assert_snapshot!(render("See:\n\n```"), @"See:");
    assert_snapshot!(render("| a | b |\n|---|"), @r"
    | a | b |
    |---|
    ");
    assert_snapshot!(render("a [link](https://exam"), @"a [link](https://exam");
    assert_snapshot!(render("- one\n- "), @r"
    • one
    •
    ");
}

#[test]
fn nothing_to_show_is_shown_as_written() {
    assert_eq!(from_markdown(" [note]: careful\n\n# "), Rich::plain("[note]: careful"));
    assert_eq!(from_markdown("```\n```"), Rich::plain("```\n```"));
    assert_eq!(from_markdown(" \n "), Rich::default());
}

#[test]
fn hostile_nesting_stays_in_proportion() {
    let deep = 20_000;
    for markdown in [
        format!("{}x{}", "> ".repeat(deep), "\ny".repeat(deep)),
        format!("{}x{}", "- ".repeat(deep), "\ny".repeat(deep)),
        format!("{}x{}", "- > ".repeat(30), "\ny".repeat(deep)),
        format!("{}x{}", "**a *b ".repeat(deep), "* c**".repeat(deep)),
        format!("|{}|\n|-|\n{}", "w".repeat(deep), "|a|b\n".repeat(deep)),
        format!("{}x{}", "![[".repeat(deep), "](https://a.b)](https://a.b)".repeat(deep)),
        "`a` **`b`** ".repeat(deep),
    ] {
        let rich = from_markdown(&markdown);
        assert!(rich.text.len() < 20 * markdown.len());
        assert_valid(&rich);
    }
}

/// Markdown of all kinds around words that must appear in the output.
fn markdown_of_words() -> impl Strategy<Value = (String, Vec<String>)> {
    let word = "[a-zé日]{1,9}";
    let piece = (0..15_usize, word, word).prop_map(|(kind, a, b)| {
        let markdown = match kind {
            0 => format!("{a} {b}"),
            1 => format!(" **{a}** *{b}*"),
            2 => format!(" ~~{a} `{b}`~~"),
            3 => format!(" [{a}](https://example.org) {b}"),
            4 => format!("\n\n```{}\n{a}\n{b}\n```\n", "rust"),
            5 => format!("\n\n> {a}\n> > {b}\n\n"),
            6 => format!("\n- {a}\n  - {b}\n\n"),
            7 => format!("\n\n1. {a}\n\n2. {b}\n"),
            8 => format!("\n\n# {a}\n{b}"),
            9 => format!("\n\n| {a} | {b} |\n|--|--|\n\n"),
            10 => format!("\n\n<p>{a}\n{b}</p>\n\n"),
            11 => format!(" **{a} [*{b}*](https://example.org)**"),
            12 => format!("\n{a}\n---\n{b}\n"),
            13 => format!(" ![{a}](tg:x) {b}\n\n    "),
            _ => format!("\n\n---\n{a}\\\n{b}"),
        };
        (markdown, vec![a, b])
    });
    prop::collection::vec(piece, 0..20).prop_map(|pieces| {
        let (markdown, words): (Vec<String>, Vec<Vec<String>>) = pieces.into_iter().unzip();
        (markdown.concat(), words.concat())
    })
}

proptest! {
    #[test]
    fn every_word_is_shown_in_order((markdown, words) in markdown_of_words()) {
        let rich = from_markdown(&markdown);
        assert_valid(&rich);
        let mut rest = rich.text.as_str();
        for word in words {
            let at = rest.find(&word);
            prop_assert!(at.is_some(), "{word} is missing in {:?}", rich.text);
            rest = &rest[at.unwrap() + word.len()..];
        }
    }

    #[test]
    fn no_letter_is_lost_in_soup(soup in r"[a-zß *_~#>|\-\n\t:.<!=\\]{0,120}") {
        // The text after a fence names a language and is not shown.
        let soup = soup.replace("~~~", "~~ ");
        let rich = from_markdown(&soup);
        assert_valid(&rich);
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        prop_assert_eq!(letters(&rich.text), letters(&soup));
    }

    #[test]
    fn any_text_renders_validly(
        any in any::<String>(),
        soup in r"([\[\]()*_`~#>|+\-:.<!&;=\\ \n\t]|```|https://a\.b|[0-9]|\PC|\u{301}|🦀){0,80}",
    ) {
        assert_valid(&from_markdown(&any));
        assert_valid(&from_markdown(&soup));
    }
}
