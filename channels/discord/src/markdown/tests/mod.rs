mod reader;

use adjutant_channel::rich::from_markdown;
use insta::assert_snapshot;
use proptest::prelude::*;

use self::reader::{Shown, read};
use super::*;

fn shown(markdown: &str) -> String {
    render(&from_markdown(markdown))
}

#[test]
fn what_others_fold_is_small_here() {
    let above = Rich::builder().styled(Style::Folded, "It is *warm*.\nThey ask.").text("\nFaro.").build();
    assert_snapshot!(render(&above), @r"
    -# It is \*warm\*.
    -# They ask.
    Faro.
    ");
}

#[test]
fn what_models_write_looks_as_they_mean_it() {
    assert_snapshot!(shown("# Plan\n\n1. **First** *this*\n2. ~~not~~ `that`\n   - and snake_case\n\n> quoted\n> *twice*\n\nSee [the *docs*](https://example.org/a_(b)) or https://example.org/snake_case_name."), @r"
    **Plan**

    1\. **First** *this*
    2\. ~~not~~ `that`
       • and snake\_case

    > quoted
    > *twice*

    See [the *docs*](<https://example.org/a_%28b%29>) or https://example.org/snake_case_name.
    ");
    assert_snapshot!(shown("Run:\n```rust\nfn a_b() {}\n\n    // **no**\n```\nDone."), @r"
    Run:

    ```rust
    fn a_b() {}

        // **no**
    ```

    Done.
    ");
    assert_snapshot!(shown("> Look:\n> ```\n> x\n> ```\n> So."), @r"
    > Look:
    > 
    ```
    x
    ```
    > 
    > So.
    ");
}

#[test]
fn text_is_not_markup() {
    let plain = |text: &str| render(&Rich::plain(text));
    assert_snapshot!(plain("# no\n#7 yes\n-# no\n- no\n-5\n+ no\n> no\n2026. no\n10:20:30 > 10"), @r"
    \# no
    #7 yes
    \-# no
    \- no
    -5
    \+ no
    \> no
    2026\. no
    10:20:30 > 10
    ");
    assert_snapshot!(plain(r"C:\dir *a* _b_ `c` ||d|| ~~e~~ ~5 a|b [f](g) arr[0] :+1: <@1> a < b </x:1> a<3"), @r"C:\\dir \*a\* \_b\_ \`c\` \|\|d\|\| \~\~e\~\~ \~5 a\|b \[f]\(g) arr\[0] \:+1: \<@1> a < b \</x:1> a<3");
}

#[test]
fn code_keeps_its_backticks() {
    let code = |text: &str| render(&Rich::builder().code(text).build()).replace(SEPARATOR, "¦");
    assert_snapshot!(code("a`b"), @"``a`b``");
    assert_snapshot!(code("a``b"), @"`a``b`");
    assert_snapshot!(code("`a`"), @"`` `a` ``");
    assert_snapshot!(code("a`b``c```d"), @"``a`b`¦`c`¦`¦`d``");
    let pre = Rich::builder().text("a").pre("no such\nname", "x\n````\ny").text("b").build();
    assert_snapshot!(render(&pre).replace(SEPARATOR, "¦"), @r"
    a
    ```
    x
    ``¦``
    y
    ```
    b
    ");
}

#[test]
fn styles_do_not_melt_together() {
    let touching =
        Rich::builder().bold("a").bold("b").italic("c").styled(Style::Strike, "d~").code("e").code("f");
    assert_snapshot!(render(&touching.build()).replace(SEPARATOR, "¦"), @r"**a**¦**b**¦*c*~~d\~¦~~`e`¦`f`");
    assert_snapshot!(shown("***a* b** and *c **d***\n**two\nlines**"), @r"
    ***a* b** and *c **d***
    **two**
    **lines**
    ");
}

#[test]
fn links_are_links_or_say_where_they_lead() {
    let link = |label: &str, url: &str| render(&Rich::builder().text("(").link(label, url).text(")").build());
    assert_snapshot!(link("a", "https://example.org/x y?a=*b*"), @"([a](<https://example.org/x%20y?a=%2Ab%2A>))");
    assert_snapshot!(link("a", "mailto:alice@example.org"), @"([a](<mailto:alice@example.org>))");
    assert_snapshot!(link("a", "tg://user?id=1"), @"(a (tg://user?id=1))");
    assert_snapshot!(link("https://a_b.example", "https://c.example"), @"(https://a_b.example (https://c.example))");
    assert_snapshot!(link("https://a_b.example", "https://a_b.example"), @"(https://a_b.example)");
    assert_snapshot!(link("a] b", "https://c.example"), @"(a] b (https://c.example))");
    assert!(
        link("a", &format!("https://c.example/{}", "x".repeat(1200))).contains("(a (https://c.example/x")
    );
}

#[test]
fn addresses_are_left_alone_where_they_can_be() {
    assert_snapshot!(shown("(https://example.org/a_b), **https://example.org/c**"), @"(https://example.org/a_b), **https://example.org/c**");
    let starred = Rich::builder().text("https://a.example/* ").bold("https://a.example/*").build();
    assert_snapshot!(render(&starred), @r"https://a.example/* **https\://a.example/\***");
    let touching = Rich::builder().text("https://example.org/a_b").code("c").build();
    assert_snapshot!(render(&touching), @r"https\://example.org/a\_b`c`");
    assert_snapshot!(render(&Rich::plain("http://_ https://x.example/*")), @r"http\://\_ https://x.example/*");
}

#[test]
fn what_is_too_long_is_cut_and_stays_whole_markup() {
    let rich = Rich::builder().bold("a*".repeat(1500)).text("\nthe end").build();
    let markdown = render(&rich);
    assert!((MAX_CONTENT - 10..=MAX_CONTENT).contains(&markdown.chars().count()), "{markdown}");
    assert!(markdown.starts_with("**a\\*"), "{markdown}");
    assert!(markdown.contains("**\n…\n") && markdown.ends_with("the end"), "{markdown}");
}

#[test]
fn parts_are_cut_by_what_they_take_as_markup() {
    let markdown = format!("```py\n{}```\n\n{}", "x = `y`\n".repeat(300), "snake_case_name ".repeat(200));
    let parts = layout(&markdown, &Names::default(), 1000);
    let rendered: Vec<String> = parts.iter().map(render).collect();
    assert!(rendered.iter().all(|part| part.chars().count() <= 1000));
    let blocks: Vec<&String> = rendered.iter().filter(|part| part.contains("```")).collect();
    assert_eq!(blocks.len(), 3);
    assert!(blocks.iter().all(|part| part.starts_with("```py\nx = `y`\n") && part.contains("`y`\n```")));
    // Every part is full but the last of each kind: nothing is cut twice.
    assert!(rendered.len() <= 8, "{}", rendered.len());
}

#[test]
fn a_link_is_never_cut() {
    let link = format!("[{}](https://example.org/{})", "a label ".repeat(12).trim(), "p".repeat(80));
    let markdown = format!("{} {link}", "word ".repeat(24));
    for part in layout(&markdown, &Names::default(), 220) {
        let links = render(&part).matches("](<").count();
        assert!(links == 0 || part.text.contains("a label ".repeat(12).trim()), "{}", part.text);
    }
}

/// A random mix of text that could be read as markup.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => "[a-z]{1,6}",
        3 => r"[ \n]{1,2}",
        6 => r"[*_~|`\\\[\]()<>:#+.!@-]{1,4}",
        1 => "[0-9]{1,3}[.:)]? ?",
        1 => Just("\n- ".to_owned()),
        1 => Just("```".to_owned()),
        1 => Just("](".to_owned()),
        1 => Just(":ok:".to_owned()),
        1 => Just("<@1>".to_owned()),
        2 => r"https?://[a-z]{1,3}[a-z*_~/().,\]\[\\|`:-]{0,6}",
        1 => "\\PC{1,4}",
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn styles() -> impl Strategy<Value = Style> {
    prop_oneof![
        Just(Style::Bold),
        Just(Style::Italic),
        Just(Style::Strike),
        Just(Style::Code),
        Just(Style::Quote),
        Just(Style::Pre { language: "py".into() }),
        r"(https|tg)://[a-z]{1,3}[a-z*_~/()<> ]{0,6}".prop_map(|url| Style::Link { url }),
    ]
}

fn messages() -> impl Strategy<Value = Rich> {
    let composed = prop::collection::vec((soup(), styles(), soup()), 0..4).prop_map(|pieces| {
        let builder = Rich::builder();
        pieces
            .iter()
            .fold(builder, |b, (text, style, styled)| b.text(text).styled(style.clone(), styled))
            .build()
    });
    let marked = prop::collection::vec(
        prop_oneof![
            3 => soup(),
            2 => Just("**".to_owned()),
            2 => Just("*".to_owned()),
            1 => Just("~~".to_owned()),
            1 => Just(" ".to_owned()),
            1 => "> [a-z]{1,3}\n",
            1 => r"\[[a-z*~ ]{1,6}\]\(https://[a-z]{2}\)",
        ],
        0..16,
    );
    prop_oneof![composed, marked.prop_map(|pieces| from_markdown(&pieces.concat()))]
}

/// The expected view: the characters, each with its styles.
fn expected(rich: &Rich) -> String {
    let rich = normalise::normalised(rich);
    let spans = span::spans(&rich);
    let shown = rich.text.char_indices().map(|(at, c)| {
        let covering: Vec<&Span> = spans.iter().filter(|span| span.covers(at)).collect();
        let pre = covering.iter().any(|span| matches!(span.style, Style::Pre { .. }));
        let styles = covering.iter().filter(|span| !(pre && span.style == Style::Quote));
        Shown::new(c, styles.map(|span| &span.style))
    });
    reader::readable(shown.collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn people_see_the_text_in_its_styles(rich in messages()) {
        let markdown = render_part(&normalise::normalised(&rich));
        for cuts_addresses in [false, true] {
            prop_assert_eq!(read(&markdown, cuts_addresses), expected(&rich), "{}", markdown);
        }
    }

    #[test]
    fn tidying_is_done_once(rich in messages()) {
        let once = normalise::normalised(&rich).into_owned();
        prop_assert_eq!(normalise::normalised(&once).into_owned(), once);
    }

    #[test]
    fn parts_fit_and_lose_nothing(rich in messages(), max in 60..200_usize) {
        let tidied = normalise::normalised(&rich);
        let parts = tidied.split_by(max, |part| render_part(part).chars().count());
        let black = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let texts: String = parts.iter().map(|part| part.text.as_str()).collect();
        prop_assert_eq!(black(&texts), black(&tidied.text));
        for part in parts {
            prop_assert!(render_part(&part).chars().count() <= max, "{:?}", part);
        }
    }
}
