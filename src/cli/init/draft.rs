//! The configuration file to be written: its present content with the answers. Nothing is on the disk before
//! [`Draft::write`], and everything after it.

use std::{
    collections::BTreeMap,
    fs::{self, DirBuilder, File, Permissions},
    io::{self, ErrorKind, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _},
    path::{self, Path, PathBuf},
};

use adjutant_config::{Config, ConfigErrors};
use anyhow::{Context as _, Result};
use toml_edit::{DocumentMut, InlineTable, Item, Table, TableLike, Value};

/// The beginning of a new file.
const HEAD: &str = "# Settings that differ from the defaults; `adjutant config --reference` prints all. `adjutant init` changes these.\n";

/// A secret that `init` can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Asked {
    ModelKey,
    TelegramToken,
    DiscordToken,
}

impl Asked {
    /// Returns the path of its setting.
    pub(super) fn path(self) -> &'static str {
        match self {
            Self::ModelKey => "model.api_key",
            Self::TelegramToken => "channels.telegram.token",
            Self::DiscordToken => "channels.discord.token",
        }
    }

    /// Returns the name of the file that stores it.
    fn file(self) -> &'static str {
        match self {
            Self::ModelKey => "model-key",
            Self::TelegramToken => "telegram-token",
            Self::DiscordToken => "discord-token",
        }
    }
}

/// The source of a secret.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// It was typed or piped, and gets a file of its own.
    Given(String),
    File(PathBuf),
    Variable(String),
}

#[derive(Clone)]
pub(super) struct Draft {
    path: PathBuf,
    /// The folder of the secrets, beside the file and named after it, in the form that the settings use.
    secrets: PathBuf,
    /// The present content of the file; `None` if there is no file.
    before: Option<String>,
    document: DocumentMut,
    given: BTreeMap<Asked, String>,
}

impl Draft {
    /// Reads the file, if there is one. Settings name the files of secrets by paths relative to the working folder. If
    /// the configuration file was named explicitly (`is_named`), these paths are absolute, because the gateway may be
    /// started in another folder.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not valid TOML.
    pub(super) fn read(path: &Path, is_named: bool) -> Result<Self> {
        let shown = path.display();
        let before = match fs::read_to_string(path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(|| format!("{shown} cannot be read")),
        };
        let text = before.as_deref().unwrap_or(HEAD);
        let document =
            text.parse().with_context(|| format!("{shown} cannot be changed before it is mended"))?;
        let secrets = path.with_extension("secrets");
        let secrets = if is_named { absolute(&secrets)? } else { secrets };
        Ok(Self { path: path.to_owned(), secrets, before, document, given: BTreeMap::new() })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn exists(&self) -> bool {
        self.before.is_some()
    }

    /// Returns whether writing the draft would change anything.
    pub(super) fn is_changed(&self) -> bool {
        !self.given.is_empty() || self.before.as_deref() != Some(&self.document.to_string())
    }

    /// Returns the text of a setting, if the file has the setting.
    pub(super) fn text(&self, path: &str) -> Option<&str> {
        let mut keys = path.split('.');
        let first = self.document.get(keys.next()?)?;
        keys.try_fold(first, |item, key| item.get(key))?.as_str()
    }

    pub(super) fn set(&mut self, path: &str, value: impl Into<Value>) {
        let (section, key) = path.rsplit_once('.').unwrap_or(("", path));
        let mut value = value.into();
        let Some(table) = self.section(section) else { return };
        match table.get_mut(key).and_then(Item::as_value_mut) {
            Some(there) => {
                // A comment after the value stays.
                *value.decor_mut() = there.decor().clone();
                *there = value;
            }
            None => _ = table.insert(key, Item::Value(value)),
        }
    }

    pub(super) fn remove(&mut self, path: &str) {
        let (section, key) = path.rsplit_once('.').unwrap_or(("", path));
        if self.text(path).is_none() && !self.has(path) {
            return;
        }
        if let Some(table) = self.section(section) {
            table.remove(key);
        }
    }

    /// Returns whether the file has this setting.
    pub(super) fn has(&self, path: &str) -> bool {
        let mut item = Some(self.document.as_item());
        for key in path.split('.') {
            item = item.and_then(|item| item.get(key));
        }
        item.is_some()
    }

    /// Sets the source of a secret; a file by its absolute path.
    ///
    /// # Errors
    /// Returns an error if the path is empty, or the working folder is gone.
    pub(super) fn set_secret(&mut self, asked: Asked, source: Source) -> Result<()> {
        let (name, text) = match source {
            Source::Variable(name) => ("env", name),
            Source::File(path) => ("file", absolute(&path)?.display().to_string()),
            Source::Given(secret) => {
                self.given.insert(asked, secret);
                ("file", self.secrets.join(asked.file()).display().to_string())
            }
        };
        let mut reference = InlineTable::new();
        reference.insert(name, text.into());
        self.set(asked.path(), reference);
        Ok(())
    }

    pub(super) fn remove_secret(&mut self, asked: Asked) {
        self.given.remove(&asked);
        self.remove(asked.path());
    }

    /// Returns the secrets whose files are missing or empty, each with the problem.
    pub(super) fn lost_secrets(&self) -> Vec<(Asked, String)> {
        let problem = |asked: Asked| {
            let file = self.text(&format!("{}.file", asked.path()))?;
            let what = match fs::read_to_string(file) {
                Ok(secret) if secret.trim().is_empty() => "is empty".to_owned(),
                Err(error) if error.kind() == ErrorKind::NotFound => format!("cannot be read: {error}"),
                // A file that another account may read, or that is in a folder that is not mounted yet, is not lost.
                Ok(_) | Err(_) => return None,
            };
            Some((asked, format!("{} names the file {file}, which {what}", asked.path())))
        };
        [Asked::ModelKey, Asked::TelegramToken, Asked::DiscordToken].into_iter().filter_map(problem).collect()
    }

    /// Returns the resulting settings.
    ///
    /// # Errors
    /// Returns the errors in them.
    pub(super) fn config(
        &self,
        env: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Config, ConfigErrors> {
        // The files of the given secrets do not exist yet.
        let mut filled = self.clone();
        for (asked, secret) in &self.given {
            filled.set(asked.path(), secret.as_str());
        }
        let name = match self.exists() {
            true => self.path.display().to_string(),
            false => format!("the new {}", self.path.display()),
        };
        Config::parse((&name, &filled.document.to_string()), env)
    }

    /// Returns the files that writing the draft replaces.
    pub(super) fn replaces(&self) -> Vec<PathBuf> {
        let secrets = self.given.keys().map(|asked| self.secrets.join(asked.file()));
        secrets.chain([self.path.clone()]).filter(|path| path.exists()).collect()
    }

    /// Writes the file and those of the secrets; none gets its final name before all are on the disk. Returns their
    /// paths.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub(super) fn write(&self) -> Result<Vec<PathBuf>> {
        let folder = &self.secrets;
        // Unlike the folder of the secrets, this folder has the usual permissions.
        if let Some(parent) = self.path.parent() {
            fs::create_dir_all(parent)
                .with_context(|| format!("cannot make the folder {}", parent.display()))?;
        }
        if !self.given.is_empty() {
            let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
            made.with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        // A symbolic link stays; its target is replaced.
        let path = match self.path.is_symlink() {
            true => fs::canonicalize(&self.path)
                .with_context(|| format!("{} leads nowhere", self.path.display()))?,
            false => self.path.clone(),
        };
        let mode = fs::metadata(&path).map_or(0o644, |there| there.permissions().mode());
        let mut files: Vec<_> = self
            .given
            .iter()
            .map(|(asked, secret)| (folder.join(asked.file()), format!("{secret}\n"), 0o600))
            .collect();
        files.push((path, self.document.to_string(), mode));
        let written = files.iter().try_for_each(|(path, text, mode)| {
            write_part(path, text, *mode).with_context(|| format!("cannot write {}", path.display()))
        });
        let named = written.and_then(|()| {
            files.iter().try_for_each(|(path, ..)| {
                fs::rename(part(path), path).with_context(|| format!("cannot write {}", path.display()))
            })
        });
        if named.is_err() {
            files.iter().for_each(|(path, ..)| drop(fs::remove_file(part(path))));
        }
        named?;
        Ok(files.into_iter().map(|(path, ..)| path).collect())
    }

    /// Returns a section, which is added at the end of the file if it is missing; `None` if the name is that of a
    /// value.
    fn section(&mut self, section: &str) -> Option<&mut dyn TableLike> {
        // Comments at the end of the file stay above an added section.
        let rest = self.document.trailing().as_str().unwrap_or_default().to_owned();
        let is_new = !self.has(section);
        if is_new {
            self.document.set_trailing("");
        }
        let mut item = self.document.as_item_mut();
        for key in section.split('.') {
            let made = || {
                let mut made = Table::new();
                made.set_implicit(true);
                made.set_position(Some(isize::MAX));
                Item::Table(made)
            };
            item = item.as_table_like_mut()?.entry(key).or_insert_with(made);
        }
        if is_new && let Some(made) = item.as_table_mut() {
            made.decor_mut().set_prefix(format!("{rest}\n"));
        }
        item.as_table_like_mut()
    }
}

fn absolute(path: &Path) -> Result<PathBuf> {
    path::absolute(path).with_context(|| format!("\"{}\" is no path to a file", path.display()))
}

fn part(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

fn write_part(path: &Path, text: &str, mode: u32) -> io::Result<()> {
    let part = part(path);
    // An earlier attempt may have left a file that others can read.
    match fs::remove_file(&part) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = create(&part)?;
    file.set_permissions(Permissions::from_mode(mode))?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Creates a file that only this account can read.
fn create(path: &Path) -> io::Result<File> {
    File::options().write(true).create_new(true).mode(0o600).open(path)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn changed(text: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        fs::write(&path, text).unwrap();
        let mut draft = Draft::read(&path, true).unwrap();
        draft.set("model.name", "gpt-5-mini");
        draft.set_secret(Asked::ModelKey, Source::Variable("KEY".to_owned())).unwrap();
        draft.set_secret(Asked::DiscordToken, Source::File("/run/token".into())).unwrap();
        draft.remove("model.base_url");
        draft.write().unwrap();
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn what_stands_there_keeps_its_form_and_its_comments() {
        insta::assert_snapshot!(changed(
            "[model] # the best\nname = \"gpt-4\" # for now\nbase_url = \"http://127.0.0.1\"\n\n# Who is served.\n[access]\nallow = []\n"
        ), @r#"
        [model] # the best
        name = "gpt-5-mini" # for now
        api_key = { env = "KEY" }

        # Who is served.
        [access]
        allow = []

        [channels.discord]
        token = { file = "/run/token" }
        "#);
        insta::assert_snapshot!(changed(
            "# All in one line each.\nmodel.provider = \"openai\"\nmodel.name = \"gpt-4\"\nchannels.discord.message_content = true\n# The end.\n"
        ), @r#"
        # All in one line each.
        model.provider = "openai"
        model.name = "gpt-5-mini"
        model.api_key = { env = "KEY" }
        channels.discord.message_content = true
        channels.discord.token = { file = "/run/token" }
        # The end.
        "#);
        insta::assert_snapshot!(changed("# Nothing is set.\n# model.name = \"x\"\n"), @r#"
        # Nothing is set.
        # model.name = "x"

        [model]
        name = "gpt-5-mini"
        api_key = { env = "KEY" }

        [channels.discord]
        token = { file = "/run/token" }
        "#);
    }

    #[test]
    fn a_link_leads_to_the_new_file_and_a_file_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("own.toml"), folder.path().join("config.toml"));
        fs::write(&path, "").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        let mut draft = Draft::read(&link, true).unwrap();
        draft.set_secret(Asked::TelegramToken, Source::Given("1:token".to_owned())).unwrap();
        // A killed attempt has left this.
        fs::write(folder.path().join("own.toml.part"), "half").unwrap();
        draft.write().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        let mut names: Vec<_> = folder
            .path()
            .read_dir()
            .unwrap()
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["config.secrets", "config.toml", "own.toml"]);
        let secret = folder.path().join("config.secrets/telegram-token");
        assert_eq!(fs::read_to_string(secret).unwrap(), "1:token\n");
    }

    #[test]
    fn the_folders_of_the_file_are_made_and_only_that_of_the_secrets_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        // The mode of a folder under the umask.
        let usual = folder.path().join("usual");
        fs::create_dir(&usual).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let conf = folder.path().join("etc/bot");
        let mut draft = Draft::read(&conf.join("config.toml"), true).unwrap();
        draft.set_secret(Asked::TelegramToken, Source::Given("1:token".to_owned())).unwrap();
        draft.write().unwrap();
        for made in [folder.path().join("etc"), conf.clone()] {
            assert_eq!(mode(&made), mode(&usual));
        }
        assert_eq!(mode(&conf.join("config.secrets")), 0o700);
        assert!(conf.join("config.toml").is_file());
    }

    #[test]
    fn nothing_is_left_of_files_that_cannot_all_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        let mut draft = Draft::read(&path, true).unwrap();
        draft.set_secret(Asked::TelegramToken, Source::Given("1:token".to_owned())).unwrap();
        // A folder is in the way of the last one.
        fs::create_dir(folder.path().join("config.toml.part")).unwrap();
        draft.write().unwrap_err();
        assert_eq!(folder.path().join("config.secrets").read_dir().unwrap().count(), 0);
        assert!(!path.exists());
    }
}
