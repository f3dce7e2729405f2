//! Checks who can read the files of secrets.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use adjutant_config::Config;

use super::{Check, Finding, Outcome};

/// Warns of files of secrets that other users of the machine can read or write.
pub fn examine_secret_files(config: &Config) -> Option<Finding> {
    let open = config.secret_files().filter(|file| is_open_to_others(Path::new(file)));
    let lines: Vec<_> =
        open.map(|file| format!("others can read {file}; chmod 600 keeps them out")).collect();
    let outcome = Outcome::Warning(lines.join("\n"));
    (!lines.is_empty()).then_some(Finding { check: Check::SecretFiles, outcome })
}

/// Returns whether anybody but its owner may use a file.
pub(crate) fn is_open_to_others(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|it| it.permissions().mode() & 0o077 != 0)
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;

    use super::*;

    #[test]
    fn a_file_that_others_can_read_is_warned_of() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        fs::write(&file, "a-key").unwrap();
        let text =
            format!("[model]\nprovider = 'openai'\nname = 'a-model'\napi_key = {{ file = {file:?} }}\n");
        let config = Config::parse(("config.toml", &text), []).unwrap();
        let found = |mode| {
            fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
            examine_secret_files(&config).map(|finding| finding.to_string())
        };
        assert_eq!(found(0o600), None);
        assert_eq!(
            found(0o666).unwrap().replace(folder.path().to_str().unwrap(), "DIR"),
            "warning  files of secrets: others can read DIR/key; chmod 600 keeps them out"
        );
    }
}
