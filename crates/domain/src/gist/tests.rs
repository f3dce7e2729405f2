use proptest::prelude::*;

use super::*;

fn says_the_same(one: &str, other: &str) -> bool {
    Gist::of(one).matches(other)
}

#[test]
fn what_is_put_otherwise_says_the_same() {
    let wifi = "The wifi code is 4711.";
    for other in [
        "the wifi code is 4711",
        "THE WIFI CODE IS 4711!",
        "“Wifi code”: 4711",
        "wifi code = 4711",
        "My wifi code is (4711)...",
        "4711 is the wifi code.",
        "Please: wifi code 4711",
    ] {
        assert!(says_the_same(wifi, other), "{other}");
        assert!(says_the_same(other, wifi) || other.contains("Please"), "{other}, the other way round");
    }
    assert!(says_the_same("Bob’s sister is Alice", "Alice is Bob's sister."));
    assert!(says_the_same("A dog lives here", "the dog lives here"));
    assert!(says_the_same("我喜欢喝咖啡。", "我喜欢喝咖啡"));
    assert!(says_the_same("???", "???"));
}

#[test]
fn what_differs_in_a_number_a_name_a_negation_or_a_role_does_not() {
    for (one, other) in [
        ("wifi code is 4711", "wifi code is 4712"),
        ("wifi code is 4711", "wifi code is not 4711"),
        ("likes oats", "does not like oats"),
        ("likes oats", "likes no oats"),
        ("Alice likes oats", "Bob likes oats"),
        ("Alice owes Bob 5 euros", "Bob owes Alice 5 euros"),
        ("The train goes from Rome to Paris", "The train goes from Paris to Rome"),
        ("Alice is older than Bob", "Bob is older than Alice"),
        ("Alice is Bob's sister", "Bob is Alice's sister"),
        ("Alice: Bob is tall", "Bob: Alice is tall"),
        ("1. Salt\n2. Boil", "1. Boil\n2. Salt"),
        ("The code was 4711", "The code is 4711"),
        ("It is -5 degrees", "It is 5 degrees"),
        ("It costs .5", "It costs 5"),
        ("It costs 1,5", "It costs 15"),
        ("At 10:30", "At 30:10"),
        ("Uses C++", "Uses C"),
        ("Takes vitamin A", "Takes vitamin"),
        ("The café", "The cafe"),
        ("Alice comes.", "Alice comes?"),
        ("???", "!!!"),
        ("喝咖啡", "不喝咖啡"),
    ] {
        assert!(!says_the_same(one, other), "{one} / {other}");
        assert!(!says_the_same(other, one), "{other} / {one}");
    }
}

/// Words that carry meaning; the last ones are easily overlooked.
fn telling() -> impl Strategy<Value = Vec<String>> {
    let word = prop_oneof!["[b-df-hj-xz]{2,6}", "[0-9]{1,4}", "not|no|from|to|than|was|never"];
    prop::collection::vec(word, 1..6)
}

proptest! {
    #[test]
    fn what_does_not_tell_may_be_anywhere(
        subject in telling(),
        what in telling(),
        little in prop::collection::vec(prop::sample::select(vec![" ", ", ", " the ", " (an ", "… “", " My "]), 16),
        end in prop::sample::select(vec!["", ".", "!", " ;"]),
    ) {
        let put = |words: &[String], at: usize| -> String {
            words.iter().enumerate().map(|(i, word)| format!("{}{}", little[at + i], word.to_uppercase())).collect()
        };
        let plain = format!("{} is {}", subject.join(" "), what.join(" "));
        let otherwise = format!("{} is{}{end}", put(&subject, 0), put(&what, 6));
        let turned = format!("{} are{}{end}", put(&what, 0), put(&subject, 6));
        prop_assert!(says_the_same(&plain, &otherwise), "{plain:?} {otherwise:?}");
        prop_assert!(says_the_same(&plain, &turned), "{plain:?} {turned:?}");
        prop_assert!(says_the_same(&turned, &plain), "{plain:?} {turned:?}");
        let gist = Gist::of(&turned);
        let prints = [Some(&gist.in_order), gist.reversed.as_ref()];
        prop_assert!(prints.contains(&Some(&Gist::of(&plain).in_order)), "it is looked up");
    }

    #[test]
    fn a_word_more_or_another_word_tells(words in telling(), other in "[b-df-hj-xz]{2,6}|[0-9]{1,4}|not", at in 0_usize..6) {
        let at = at % words.len();
        let (mut more, mut changed) = (words.clone(), words.clone());
        more.insert(at, other.clone());
        prop_assert!(!says_the_same(&words.join(" "), &more.join(" ")));
        changed[at] = other;
        prop_assume!(changed != words);
        prop_assert!(!says_the_same(&words.join(" "), &changed.join(" ")));
    }

    #[test]
    fn any_text_says_what_it_says(text in any::<String>()) {
        let indented = format!(" {text}\n");
        prop_assert!(says_the_same(&text, &text));
        prop_assert!(says_the_same(&text, &indented));
    }
}
