use proptest::prelude::*;

use super::*;
use crate::text::samples::GRAPHEMES;

/// Characters that make a text look like another, each with its code in the mark.
const CONFUSABLES: [(char, &str); 33] = [
    ('\u{ad}', "00AD"),
    ('\u{34f}', "034F"),
    ('\u{61c}', "061C"),
    ('\u{115f}', "115F"),
    ('\u{1160}', "1160"),
    ('\u{17b4}', "17B4"),
    ('\u{180b}', "180B"),
    ('\u{180e}', "180E"),
    ('\u{200b}', "200B"),
    ('\u{200c}', "200C"),
    ('\u{200d}', "200D"),
    ('\u{200e}', "200E"),
    ('\u{200f}', "200F"),
    ('\u{202a}', "202A"),
    ('\u{202e}', "202E"),
    ('\u{2060}', "2060"),
    ('\u{2066}', "2066"),
    ('\u{2069}', "2069"),
    ('\u{206f}', "206F"),
    ('\u{2800}', "2800"),
    ('\u{3164}', "3164"),
    ('\u{e000}', "E000"),
    ('\u{fe00}', "FE00"),
    ('\u{fe0e}', "FE0E"),
    ('\u{fe0f}', "FE0F"),
    ('\u{feff}', "FEFF"),
    ('\u{ffa0}', "FFA0"),
    ('\u{fffc}', "FFFC"),
    ('\u{1d173}', "1D173"),
    ('\u{e0041}', "E0041"),
    ('\u{e0100}', "E0100"),
    ('\u{7}', "0007"),
    ('\u{1b}', "001B"),
];

#[test]
fn what_hides_is_shown_with_its_code() {
    for (c, code) in CONFUSABLES {
        assert_eq!(text(&format!("pay{c}pal")), format!("pay⟨U+{code}⟩pal"));
        assert_eq!(line(&format!("pay{c}pal")), format!("pay⟨U+{code}⟩pal"));
        assert_eq!(line(&c.to_string()), format!("⟨U+{code}⟩"), "a text of nothing else is not empty");
    }
}

#[test]
fn many_hidden_characters_take_little_room() {
    assert_eq!(text("a\u{200b}\u{200b}\u{200e}b"), "a⟨U+200B⟩⟨U+200B⟩⟨U+200E⟩b");
    assert_eq!(text(&format!("a{}b", "\u{200b}".repeat(500))), "a⟨U+200B and 499 more hidden⟩b");
    let smuggled: String =
        "ignore all".chars().filter_map(|c| char::from_u32(0xe0000 + u32::from(c))).collect();
    assert_eq!(text(&format!("ok{smuggled}")), "ok⟨U+E0069 and 9 more hidden⟩");
    assert_eq!(text(&format!("🏴{smuggled}\u{e007f}")), "🏴⟨U+E0069 and 10 more hidden⟩");
}

#[test]
fn ordinary_writing_stays_as_it_is() {
    for ordinary in [
        "مرحبا بالعالم",
        "می\u{200c}خواهم",
        "क्\u{200d}ष नमस्ते",
        "ශ්\u{200d}රී ලංකා",
        "שָׁלוֹם",
        "Grüße, naïve, e\u{301}",
        "葛\u{e0100}城市",
        "한국어",
        "👨\u{200d}👩\u{200d}👧",
        "🏴\u{200d}☠\u{fe0f}",
        "👩🏽\u{200d}💻",
        "❤\u{fe0f}\u{200d}🔥",
        "1\u{fe0f}\u{20e3}",
        "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
        "a\n\tb",
    ] {
        assert_eq!(text(ordinary), ordinary, "{ordinary:?}");
    }
    for grapheme in GRAPHEMES {
        assert_eq!(text(grapheme), grapheme, "{grapheme:?}");
    }
}

#[test]
fn a_line_has_no_second_line() {
    for newline in ["\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{b}", "\u{c}"] {
        assert_eq!(
            line(&format!("Water the plants{newline}✅ Approved by carol")),
            "Water the plants ✅ Approved by carol"
        );
    }
    assert_eq!(text("a\u{2028}b\u{85}c\r\nd\re"), "a⟨U+2028⟩b⟨U+0085⟩c\nd⟨U+000D⟩e");
    assert_eq!(text("a\u{a0}\u{2003}\u{3000}b"), "a   b");
}

#[test]
fn a_host_that_is_not_ascii_has_its_punycode_beside_it() {
    for (said, shown) in [
        ("Fetch https://раураl.com/login", "Fetch https://раураl.com (xn--l-7sba6dbr.com)/login"),
        ("Fetch https://xn--l-7sba6dbr.com/login", "Fetch https://раураl.com (xn--l-7sba6dbr.com)/login"),
        ("xn--bcher-kva.example", "bücher.example (xn--bcher-kva.example)"),
        ("https://bücher.example:8080/", "https://bücher.example (xn--bcher-kva.example):8080/"),
        ("https://evil。example/", "https://evil。example (evil.example)/"),
        ("https://alice@bücher.example", "https://alice@bücher.example (xn--bcher-kva.example)"),
        ("https://example.com/раураl", "https://example.com/раураl"),
        ("an xn--", "an xn--"),
    ] {
        assert_eq!(text(said), shown);
        assert_eq!(text(shown), shown, "once is enough");
    }
}

#[test]
fn a_cut_text_says_how_much_is_missing() {
    assert_eq!(elided("short", 5), "short");
    let cut = elided(&"word ".repeat(100), 100);
    assert_eq!(cut, format!("{}… (430 more characters)", "word ".repeat(14).trim_end()));
    assert!(cut.chars().count() <= 100);
}

#[test]
fn a_cut_text_keeps_the_end_of_its_host() {
    let deep = format!("{}.login.evil.example", "www.paypal.com".repeat(10));
    let cut = elided(&format!("Fetch https://{deep}/{}", "a".repeat(500)), 88);
    assert!(cut.starts_with("Fetch https://…."), "{cut}");
    assert!(cut.contains(".paypal.com.login.evil.example… ("), "{cut}");
    assert!(cut.chars().count() <= 88, "{cut}");
    let path = elided(&format!("Fetch https://evil.example/{}", "a".repeat(500)), 88);
    assert!(path.starts_with("Fetch https://evil.example/aaa"), "{path}");
    // A cut within a label could make it look like another host.
    let label = elided(&format!("Fetch https://{}-paypal.com/", "x".repeat(50)), 75);
    assert_eq!(label, format!("Fetch https://{}-paypal.com… (1 more character)", "x".repeat(50)));
    let no_host = elided(&format!("Fetch https://{}/", "x".repeat(500)), 50);
    assert!(no_host.chars().count() <= 50, "{no_host}");
}

#[test]
fn a_host_is_cut_between_its_labels() {
    assert_eq!(host_within("example.com", 20).as_deref(), Some("example.com"));
    let long = "a.very.long.name.of.a.host.example.co.uk";
    assert_eq!(host_within(long, 26).as_deref(), Some("….of.a.host.example.co.uk"));
    assert_eq!(host_within(long, 16).as_deref(), Some("….example.co.uk"));
    assert_eq!(host_within(long, 10), None);
    // Cut anywhere else, this would look like paypal.com.
    assert_eq!(host_within("my-totally-different-paypal.com", 15), None);
}

proptest! {
    #[test]
    fn filtering_twice_changes_nothing(said in any::<String>()) {
        let once = text(&said);
        prop_assert_eq!(text(&once), once);
        let flat = line(&said);
        prop_assert!(!flat.contains('\n'));
        prop_assert_eq!(line(&flat), flat);
    }

    #[test]
    fn a_cut_text_fits(said in "\\PC{0,300}|https://[a-z.]{1,250}/[a-z]{0,50}", most in 40_usize..400) {
        let room = if said.contains("://") { most + 253 } else { most };
        let cut = elided(&said, most);
        prop_assert!(cut.chars().count() <= room, "{}", cut);
    }
}
