use super::*;

fn language_of(text: &str) -> &'static str {
    let text = text.to_lowercase();
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let spoken = Spoken::of(words());
    match words().find_map(Script::of) {
        Some(Script::Cyrillic) => spoken.cyrillic.name,
        Some(Script::Greek) => spoken.greek.name,
        _ => spoken.latin.name,
    }
}

/// One language per line, its sentences separated by bars, as people write notes and messages.
const SENTENCES: &str = "\
English: I like my coffee black.|The wifi code is 4711|We went hiking yesterday|dentist at nine on Monday|Paris trip
German: Ich trinke meinen Kaffee schwarz.|Das WLAN-Passwort ist 4711|Wir waren gestern wandern|Zahnarzt am Montag um neun|Häuser
French: Je bois mon café noir.|Le code du wifi est 4711|Nous avons vu des chevaux blancs|Dentiste lundi à neuf heures|réservé
Spanish: Me gusta el café solo.|La clave del wifi es 4711|Ayer fuimos de excursión por las ciudades|El dentista es el lunes|montaña
Italian: Bevo il caffè senza zucchero.|La password del wifi è 4711|Ieri siamo andati in montagna|Il dentista è lunedì alle nove|gli alberi
Portuguese: Gosto do meu café sem açúcar.|A senha do wifi é 4711|Ontem fomos à montanha com os amigos|O dentista não atende|coração
Dutch: Ik drink mijn koffie zwart.|Het wachtwoord van de wifi is 4711|We waren gisteren met de fiets|De tandarts is er niet|een huis
Swedish: Jag dricker mitt kaffe svart.|Lösenordet till nätet är 4711|Vi var ute och vandrade igår|Han har en båt|inte nu
Norwegian: Jeg drikker kaffen min svart.|Passordet til nettet er ikke 4711|Vi var ute og gikk tur i går|Hvor er nøkkelen?|også noe
Danish: Min kaffe bliver kold, og jeg drikker den sort.|Koden til nettet er 4711, ikke noget andet|Hvad hedder hendes søn?|Vi skal af sted efter ferien|meget af det
Finnish: Minä juon kahvini mustana.|Verkon salasana on 4711 ja se ei vaihdu|Me olimme eilen metsässä|Missä avain on?|kun hän tuli
Hungarian: Feketén iszom a kávét, és nem kérek cukrot.|A jelszó az 4711|Tegnap a hegyen voltunk|Hol van a kulcs?|erdő
Romanian: Îmi beau cafeaua fără zahăr.|Parola de la wifi este 4711 și nu o schimb|Ieri am fost pe munte cu ei|Unde sunt cheile mele?|oraș
Turkish: Kahvemi şekersiz içiyorum.|Kablosuz ağın şifresi 4711|Dün dağa gittik ve çok yürüdük|Anahtar nerede?|değil mi
Polish: Piję kawę bez cukru.|Hasło do sieci to 4711|Wczoraj byliśmy w górach|Gdzie jest mój klucz?|złoty
Czech: Kávu piju bez cukru, ale s mlékem.|Heslo k síti je 4711|Včera jsme byli na horách|Kde je můj klíč?|příště
Russian: Я пью кофе без сахара.|Пароль от сети 4711|Вчера мы были в горах|Где мой ключ?|книги
Ukrainian: Я п'ю каву без цукру, але з молоком.|Пароль від мережі 4711|Вчора ми були в горах, це було гарно|Де мій ключ?|їжак
Greek: Πίνω τον καφέ χωρίς ζάχαρη.|Ο κωδικός είναι 4711|Χθες ήμασταν στο βουνό|Πού είναι το κλειδί μου;|βιβλία";

#[test]
fn a_sentence_tells_its_language() {
    let mut wrong = Vec::new();
    for line in SENTENCES.lines() {
        let (expected, sentences) = line.split_once(": ").unwrap();
        let mistaken = sentences.split('|').filter(|sentence| language_of(sentence) != expected);
        wrong.extend(mistaken.map(|sentence| (expected, language_of(sentence), sentence)));
    }
    assert_eq!(wrong, []);
}

#[test]
fn every_language_has_stop_words() {
    for (index, language) in LANGUAGES.iter().enumerate() {
        let count = STOP_WORDS.values().filter(|languages| **languages & 1 << index != 0).count();
        assert!(count >= 80, "{}: {count}", language.name);
    }
}

#[test]
fn what_two_languages_have_is_a_stop_word_in_either() {
    let is_stop_word = |word: &str, query: &str| Asked::of(query.split(' ')).is_stop_word(word);
    assert!(is_stop_word("die", "wo sind die schlüssel"));
    assert!(!is_stop_word("die", "when did the plants die"));
    assert!(is_stop_word("was", "was"));
}

#[test]
fn a_repeated_word_of_a_query_votes_once() {
    let asked = Asked::of("what does k k k stand for".split(' '));
    assert!(!asked.is_stop_word("k"), "Czech has it as a stop word");
    assert!(asked.is_stop_word("what"));
}
