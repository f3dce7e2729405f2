//! The paths by which a file names its pictures.

/// Returns the paths, within the import, that `shown` in `file` may mean: the most likely first.
pub(super) fn candidates(file: &str, shown: &str) -> Vec<String> {
    let shown = shown.trim();
    if shown.is_empty() || shown.contains("://") || shown.starts_with("//") {
        return Vec::new();
    }
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut found = Vec::new();
    for spelling in [shown.to_owned(), unescaped(shown)] {
        let from = match spelling.strip_prefix('/') {
            // Other generators keep these files in a separate folder, and name them by paths from the root.
            Some(rest) => vec![rest.to_owned(), format!("static/{rest}"), format!("content/{rest}")],
            None => vec![format!("{folder}/{spelling}"), spelling],
        };
        found.extend(from.iter().filter_map(|path| plain(path)).filter(|path| !path.is_empty()));
    }
    found.dedup();
    found
}

/// Returns the path from one file to another, both given within the export.
pub(super) fn relative(file: &str, shown: &str) -> String {
    "../".repeat(file.matches('/').count()) + shown
}

/// Returns a path without `.` and `..`; `None` if it leads out of the import.
fn plain(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns a text with its `%20` and the like decoded.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let digits = more.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match (first, digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &more[2..];
            }
            _ => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_beside_the_file_or_called_from_the_root() {
        let first = |file: &str, shown: &str| candidates(file, shown).into_iter().next();
        assert_eq!(first("posts/boats.md", "red.jpg").as_deref(), Some("posts/red.jpg"));
        assert_eq!(
            first("posts/boats.md", "../pictures/red%20boat.jpg").as_deref(),
            Some("pictures/red%20boat.jpg")
        );
        assert!(
            candidates("posts/boats.md", "../pictures/red%20boat.jpg")
                .contains(&"pictures/red boat.jpg".to_owned())
        );
        assert!(candidates("a.md", "/img/red.jpg").contains(&"static/img/red.jpg".to_owned()));
        for out in
            ["../../secret.jpg", "/../../x.jpg", "https://example.org/a.jpg", "//example.org/a.jpg", ""]
        {
            assert!(candidates("posts/boats.md", out).iter().all(|path| !path.contains("..")), "{out}");
        }
        assert_eq!(candidates("posts/boats.md", "../../../a.jpg"), Vec::<String>::new());
        assert_eq!(relative("posts/boats.md", "pictures/a.jpg"), "../pictures/a.jpg");
        assert_eq!(relative("_site.md", "pictures/a.jpg"), "pictures/a.jpg");
    }

    proptest::proptest! {
        #[test]
        fn what_leads_out_is_no_path(file in r"([a-z.]{0,3}/){0,3}[a-z]{1,3}", shown in r"\PC{0,20}|([a-z.%2]{0,4}/){0,5}") {
            for path in candidates(&file, &shown) {
                proptest::prop_assert!(!path.starts_with('/') && path.split('/').all(|part| !matches!(part, "" | "." | "..")));
            }
        }
    }
}
