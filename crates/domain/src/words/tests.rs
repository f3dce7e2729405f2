use super::*;

fn finds(query: &str, text: &str) -> bool {
    query_terms(query).word_coverage(text) == 1.0
}

/// Returns the FTS5 expression for texts with any part of a query.
fn expression(query: &str) -> String {
    let parts: Vec<_> = query_terms(query).parts().iter().map(Part::expression).collect();
    parts.join(" OR ")
}

/// Returns how often a text has each part of a query.
fn counts(query: &str, text: &str) -> Vec<usize> {
    let indexed = index_terms(text);
    let terms = Terms::of(&indexed);
    query_terms(query).parts().iter().map(|part| part.count_in(&terms)).collect()
}

#[test]
fn a_part_is_counted_in_each_of_its_forms() {
    assert_eq!(counts("running", "run, runs, running and runners; rerun"), [3]);
    assert_eq!(counts("wifi code", "The wifi code of the wifi in the shed"), [2, 1]);
    assert_eq!(counts("pve-01", "pve-01, pve-02 and 01"), [2, 2, 1]);
    assert_eq!(counts("x", "x x x"), [3]);
    assert_eq!(counts("oats", ""), [0]);
}

#[test]
fn the_forms_of_a_word_find_each_other() {
    for (query, text) in [
        ("run", "I was running in the park"),
        ("running", "They run every day"),
        ("cities", "A city at the sea"),
        ("Haus", "Die Häuser am Fluss sind alt"),
        ("Häuser", "Das Haus ist mir zu klein"),
        ("Hauser", "Das Haus ist mir zu klein"),
        ("cheval", "Il a deux chevaux"),
        ("chevaux", "Elle monte le cheval"),
        ("ciudad", "Las ciudades de la costa son caras"),
        ("canción", "Me gustan las canciones"),
        ("gatti", "Ho un gatto"),
        ("livro", "Os livros não são meus"),
        ("boeken", "Een boek van mij"),
        ("bilar", "Jag har en bil"),
        ("hester", "Hun har en hest, ikke sant"),
        ("hunde", "Jeg har en hund, ikke noget andet"),
        ("talo", "Ne olivat taloissa"),
        ("könyv", "Ezek az én könyveim, és nem a tieid"),
        ("cărți", "Cartea este pe masă"),
        ("kitaplar", "Bu kitap çok güzel"),
        ("książka", "Czytam książki o kotach, ale nie ma ich już"),
        ("kniha", "Čtu knihy, které mám rád"),
        ("книга", "Я читаю книги"),
        ("книгу", "Де мої книги, що були тут?"),
        ("άνθρωπος", "Οι άνθρωποι είναι εδώ"),
    ] {
        assert!(finds(query, text), "{query} in {text}: {} in {}", expression(query), index_terms(text));
    }
}

#[test]
fn spellings_do_not_matter() {
    for (query, text) in [
        ("cafe", "CAFÉ Central"),
        ("Café", "cafe central"),
        ("cafe\u{301}", "café"),
        ("strasse", "Hauptstraße / Straße"),
        ("Lodz", "Łódź"),
        ("smorrebrod", "Smørrebrød"),
        ("encyclopaedia", "encyclopædia"),
        ("istanbul", "İSTANBUL"),
        ("ISTANBUL", "ıstanbul"),
        ("елка", "ёлка"),
        ("οδος", "ΟΔΌΣ"),
        ("wifi", "ＷｉＦｉ"),
        ("office", "oﬃce"),
        ("محمد", "مُحَمَّد"),
        ("カフェ", "ｶﾌｪ"),
        ("obrien", "O'Brien called"),
        ("obriens", "O’Brien called"),
        ("O'Brien", "obrien called"),
        ("brien", "O'Brien called"),
        ("eau", "de l'eau fraîche"),
        ("l'eau", "eau"),
        ("Alice", "Alice's bike"),
        ("Alices", "Alice’s bike"),
        ("Ankara", "Ankara'da yaşıyorum"),
        ("don't", "dont"),
    ] {
        assert!(
            query_terms(query).word_coverage(text) > 0.0,
            "{query} in {text}: {} in {}",
            expression(query),
            index_terms(text)
        );
    }
}

#[test]
fn marks_that_make_another_letter_count() {
    for (query, text) in [("か", "が"), ("ハス", "バス"), ("कि", "की"), ("มา", "มี")] {
        assert!(!finds(query, text), "{query} in {text}");
    }
}

#[test]
fn names_of_things_are_found_whole_and_by_their_parts() {
    for (query, text) in [
        ("pve-01", "The host pve-01 is down"),
        ("pve", "The host pve-01 is down"),
        ("192.168.1.10", "It is at 192.168.1.10:8006"),
        ("8006", "It is at 192.168.1.10:8006"),
        ("foo_bar", "call foo_bar()"),
        ("bar", "call foo_bar()"),
        ("a.b@example.com", "Write to <a.b@example.com>"),
        ("example.com", "Write to a.b@example.com"),
        ("v1.2.3", "since v1.2.3"),
        ("https://example.com/pages/1", "see https://example.com/pages/1"),
        ("C++", "I like C++."),
        ("C++", "C++17"),
        ("cplusplus", "C++"),
        ("c#", "C# and F#"),
        (".NET", "a .NET programmer"),
        (".NET", ".net"),
        ("net", ".NET"),
        ("dotnet", ".NET"),
        ("m²", "80 m2"),
        ("pizza 🍕", "🍕 and pizza"),
        ("👍", "👍🏽"),
        ("❤", "❤️"),
        ("🇩🇪", "to 🇩🇪 by train"),
        ("20 €", "20€"),
    ] {
        assert!(finds(query, text), "{query} in {text}: {} in {}", expression(query), index_terms(text));
    }
    for (query, text) in [
        ("C++", "vitamin C"),
        ("C#", "C++"),
        (".NET", "the net of a fisher"),
        (".NET", "end of line.Net result"),
        ("🍕", "🍔"),
        ("🇩🇪", "🇩🇰 and 🇪🇸"),
    ] {
        assert!(!finds(query, text), "{query} in {text}");
    }
}

#[test]
fn writing_without_spaces_is_found_by_any_part() {
    for (query, text) in [
        ("咖啡", "我最喜欢的咖啡馆在这里"),
        ("咖", "我最喜欢的咖啡馆"),
        ("馆", "我最喜欢的咖啡馆"),
        ("手机", "iPhone手机壳"),
        ("iphone", "iPhone手机壳"),
        ("iPhone手机", "我的iPhone手机坏了"),
        ("東京", "東京タワーに行った"),
        ("タワー", "東京タワーに行った"),
        ("커피", "커피숍에서 만나요"),
        ("커피숍", "커피숍에서 만나요"),
        ("กาแฟ", "ฉันชอบดื่มกาแฟดำ"),
        ("ກາເຟ", "ຂ້ອຍມັກກາເຟ"),
        ("កាហ្វេ", "ខ្ញុំចូលចិត្តកាហ្វេ"),
        ("ကော်ဖီ", "ကျွန်တော်ကော်ဖီကြိုက်တယ်"),
    ] {
        assert!(finds(query, text), "{query} in {text}: {} in {}", expression(query), index_terms(text));
    }
    assert!(!finds("咖啡", "咖喱"));
    assert_eq!(index_terms("咖啡馆 7"), "咖啡 啡馆 馆 7");
}

#[test]
fn an_expression_is_nothing_but_quoted_words() {
    assert_eq!(expression("What is the code?"), r#""code""#);
    assert_eq!(
        expression("what is my favourite colour"),
        r#""favourit" OR "favourite" OR "colour" OR "colour"*"#
    );
    assert_eq!(expression("pve-01"), r#""pve" OR "01" OR "pve 01""#);
    assert_eq!(expression("who is it?"), r#""who" OR "is" OR "it""#);
    assert_eq!(expression("咖啡馆"), r#""咖啡" OR "啡馆" OR "咖啡 啡馆""#);
    assert_eq!(
        expression("of 'owner : x\" AND NEAR(y, z)*"),
        r#""owner" OR "x" OR "near" OR "y" OR "z" OR "near y""#
    );
    assert_eq!(expression("running"), r#""run" OR "running" OR "runningi" OR "running"*"#);
    assert_eq!(expression("?! \" * \0"), "");
    assert_eq!(expression(""), "");
}

#[test]
fn forms_of_one_word_are_one_term() {
    let words = |query| query_terms(query).terms.into_iter().map(|term| term.word).collect::<Vec<_>>();
    assert_eq!(words("the cat and the cats"), ["cat"]);
    assert_eq!(words("my running shoes, to run in"), ["running", "shoes"]);
}

#[test]
fn the_last_word_may_be_unfinished() {
    let prefixes = |query| query_terms(query).terms.into_iter().map(|term| term.prefix).collect::<Vec<_>>();
    assert_eq!(prefixes("project conf"), [false, true]);
    assert_eq!(prefixes("project conf?"), [false, false]);
    assert_eq!(prefixes("project to"), [false]);
    assert!(finds("project confer", "the project's conferences"));
}

#[test]
fn the_share_counts_words() {
    let shoes = query_terms("Where are my red running shoes?");
    assert_eq!(shoes.word_coverage("I run in red shoes."), 1.0);
    assert_eq!(shoes.word_coverage("The shoes are in the shed."), 1.0 / 3.0);
    assert_eq!(shoes.word_coverage(""), 0.0);
    assert_eq!(query_terms("").word_coverage("a"), 0.0);
}

/// Returns whether a text that does not have a word has another spelling of it.
fn is_near(query: &str, text: &str) -> bool {
    let (asked, indexed) = (query_terms(query), index_terms(text));
    assert!(asked.word_coverage(text) < 1.0, "{query} is in {text}");
    let mut spellings = Spellings::of(&asked, 0..asked.terms.len());
    spellings.read(&indexed);
    spellings.found().is_some_and(|found| found.word_coverage(text) == 1.0)
}

#[test]
fn other_spellings_of_a_word_are_near() {
    for (query, text) in [
        ("flowerpt?", "The key is under the flowerpot"),
        ("flwoerpot", "The key is under the flowerpot"),
        ("restarant", "The restaurants at the sea"),
        ("Müller", "Call Mueller at noon"),
        ("email", "Send an e-mail to bob"),
        ("e-mail", "The email of bob is bob@example.com"),
        ("Schlüssel", "Der Haustürschlüssel liegt im Schrank"),
        ("Schlussel!", "Der Haustürschlüssel liegt im Schrank"),
        ("квратира", "Квартира на третьем этаже"),
    ] {
        assert!(is_near(query, text), "{query} in {}", index_terms(text));
    }
    for (query, text) in [
        ("Sunday", "Buy oats on Saturday"),
        ("4712", "The code is 4711"),
        ("cat", "The car is red"),
        ("table", "The cable is in the shed"),
        ("咖喱", "我最喜欢的咖啡馆"),
        ("fast", "The breakfast is at eight"),
    ] {
        assert!(!is_near(query, text), "{query} in {}", index_terms(text));
    }
}

#[test]
fn of_several_spellings_the_nearest_counts() {
    let asked = query_terms("flowerpt?");
    let mut spellings = Spellings::of(&asked, 0..1);
    for text in ["flowerbeds and flowers", "flowerpots", "a flowerpot"] {
        spellings.read(&index_terms(text));
    }
    let found = spellings.found().unwrap();
    assert_eq!(found.word_coverage("flowerpots"), 1.0);
    assert_eq!(found.word_coverage("flowers"), 0.0);
}

#[test]
fn long_texts_cost_what_short_ones_do() {
    let query = query_terms(&"different \u{1d15e} words-of_many.kinds 咖啡馆 ".repeat(10_000));
    assert!(query.terms.len() <= MAX_TERMS && query.phrases.len() <= MAX_PHRASES);
    assert!(expression(&"a1 b2-c3 ".repeat(5_000)).len() < 1000);
    assert_eq!(index_terms(&"x".repeat(10_000)), "x".repeat(64));
    assert!(finds(&"x".repeat(10_000), &"x".repeat(10_000)));
    assert!(index_terms(&format!("a{}", "\u{301}".repeat(1_000_000))).len() <= 1);
    assert!(index_terms(&"word ".repeat(1_000_000)).len() <= MAX_TEXT);
}
