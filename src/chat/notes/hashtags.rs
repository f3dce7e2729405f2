//! Tags as people type them, such as `#home`. A number alone (“we are #1”) is no tag.

use adjutant_memory as memory;

/// Returns the text of a new note, without the tags at its end, and all of its tags.
pub(super) fn of_note(text: &str) -> (String, Vec<String>) {
    let tags: Vec<_> = text.split_whitespace().filter_map(tag).map(str::to_owned).collect();
    let mut content = text.trim();
    loop {
        let (before, last) = content.rsplit_once(char::is_whitespace).unwrap_or(("", content));
        if tag(last).is_none() {
            break;
        }
        content = before.trim_end();
    }
    (content.to_owned(), memory::normalise_tags(&tags))
}

/// Returns the words of a query, and the tags that matching notes must have.
pub(super) fn anywhere(text: &str) -> (String, Vec<String>) {
    let (tags, words): (Vec<_>, Vec<_>) = text.split_whitespace().partition(|word| tag(word).is_some());
    let tags: Vec<_> = tags.into_iter().filter_map(tag).map(str::to_owned).collect();
    (words.join(" "), memory::normalise_tags(&tags))
}

/// Returns a tag as people type it; `None` if it cannot be typed as one word.
pub(super) fn typed(tag_as_kept: &str) -> Option<String> {
    let typed = format!("#{tag_as_kept}");
    tag(&typed).is_some().then_some(typed)
}

fn tag(word: &str) -> Option<&str> {
    let tag = word.strip_prefix('#')?;
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    (tag.chars().all(fits) && tag.chars().any(char::is_alphabetic)).then_some(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_has_tags_anywhere() {
        let read = |text| {
            let (content, tags) = of_note(text);
            format!("{content} [{}]", tags.join(" "))
        };
        assert_eq!(read("  the wifi code is 4711 #Home #net\n#home "), "the wifi code is 4711 [home net]");
        assert_eq!(read("#1 is C# and #it\tworks"), "#1 is C# and #it\tworks [it]");
        assert_eq!(read("#work finish the #report #today"), "#work finish the [work report today]");
        assert_eq!(read("we are #1"), "we are #1 []");
        assert_eq!(read("größer 🦀 #größe #日本"), "größer 🦀 [größe 日本]");
        assert_eq!(read("oats\u{3000}#food"), "oats [food]");
        assert_eq!(read("#only #tags"), " [only tags]");
        assert_eq!(read(""), " []");
    }

    #[test]
    fn what_is_looked_for_has_tags_anywhere() {
        let (words, tags) = anywhere("the #home wifi #4711 code #Net");
        assert_eq!(
            (words.as_str(), tags),
            ("the wifi #4711 code", vec!["home".to_owned(), "net".to_owned()])
        );
        assert_eq!(typed("home").as_deref(), Some("#home"));
        assert_eq!(typed("two words"), None);
    }
}
