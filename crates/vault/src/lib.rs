//! Seals people's secrets: ChaCha20-Poly1305 with a key that is not in the database, so that neither the database nor
//! its backup reveals a secret. The key is in the environment or in a file that only the gateway's user can read.
//!
//! A sealed secret is bound to a purpose, such as the row that holds it: moved to another row, it cannot be opened.

use std::{
    env, fmt,
    fs::{self, OpenOptions},
    io::{self, ErrorKind, Read as _, Write as _},
    os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use ring::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    rand::{SecureRandom as _, SystemRandom},
};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

/// The variable that holds the key, as a text of at least 32 characters.
pub const VARIABLE: &str = "ADJUTANT_VAULT_KEY";
/// The shortest key in the environment, in bytes.
const SHORTEST: usize = 32;
/// The size of the key of the cipher, in bytes.
const KEY: usize = 32;
/// The permissions that others must not have on the key's file.
const OTHERS: u32 = 0o077;

/// A secret in plain text; overwritten in memory when it is dropped.
pub type Plain = Zeroizing<String>;

/// Seals and opens secrets. Reads its key anew each time, so that a key from the file is in memory only during the
/// work.
pub struct Vault {
    file: PathBuf,
    from_environment: Option<Zeroizing<String>>,
}

/// The reason why a secret could not be sealed or opened.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    #[error("the key in {VARIABLE} is shorter than {SHORTEST} characters")]
    ShortKey,
    #[error("the key of the vault, {0}, is missing; restore it from where it was kept")]
    NoKey(PathBuf),
    #[error("the file {0} is not a key of the vault")]
    BadKey(PathBuf),
    #[error("others can read {0}, the key of the vault; run: chmod 600 {0}")]
    Readable(PathBuf),
    #[error("the secret was sealed with another key, or is damaged")]
    Sealed,
    #[error("the key of the vault, {0}: {1}")]
    Io(PathBuf, io::Error),
    #[error("the system gives no random numbers")]
    Random,
}

impl Vault {
    /// Returns the vault with the key from the environment, or else from this file. Does not read or create the file
    /// yet.
    pub fn new(file: PathBuf) -> Self {
        let from_environment = env::var(VARIABLE).ok().filter(|key| !key.is_empty()).map(Zeroizing::new);
        Self { file, from_environment }
    }

    /// Returns the place of the key: the variable's name or the file's path.
    pub fn key_is_in(&self) -> String {
        match self.from_environment {
            Some(_) => VARIABLE.to_owned(),
            None => self.file.display().to_string(),
        }
    }

    /// Seals a secret for a purpose; returns it in Base64. Creates the key's file if there is none.
    ///
    /// # Errors
    /// Returns an error if there is no usable key.
    pub fn seal(&self, purpose: &str, plain: &str) -> Result<String, VaultError> {
        let random = SystemRandom::new();
        let mut nonce = [0; NONCE_LEN];
        random.fill(&mut nonce).map_err(|_| VaultError::Random)?;
        let mut sealed = Zeroizing::new(plain.as_bytes().to_vec());
        let key = match self.key() {
            Err(VaultError::NoKey(_)) => self.make_key(&random)?,
            key => key?,
        };
        key.seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::from(purpose.as_bytes()),
            &mut *sealed,
        )
        .map_err(|_| VaultError::Sealed)?;
        Ok(STANDARD.encode([&nonce[..], &sealed].concat()))
    }

    /// Opens a secret that was sealed for this purpose.
    ///
    /// # Errors
    /// Returns an error if there is no usable key, or the secret was sealed with another one.
    pub fn open(&self, purpose: &str, sealed: &str) -> Result<Plain, VaultError> {
        let sealed = STANDARD.decode(sealed).map_err(|_| VaultError::Sealed)?;
        let (nonce, sealed) = sealed.split_at_checked(NONCE_LEN).ok_or(VaultError::Sealed)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| VaultError::Sealed)?;
        let mut sealed = Zeroizing::new(sealed.to_vec());
        let opened = self.key()?.open_in_place(nonce, Aad::from(purpose.as_bytes()), &mut sealed);
        let opened = opened.map_err(|_| VaultError::Sealed)?;
        std::str::from_utf8(opened)
            .map(|plain| Zeroizing::new(plain.to_owned()))
            .map_err(|_| VaultError::Sealed)
    }

    fn key(&self) -> Result<LessSafeKey, VaultError> {
        let mut bytes = Zeroizing::new([0; KEY]);
        match &self.from_environment {
            Some(key) if key.len() < SHORTEST => return Err(VaultError::ShortKey),
            Some(key) => bytes.copy_from_slice(&Sha256::digest(key.as_bytes())),
            None => self.read(&mut bytes)?,
        }
        cipher(&bytes)
    }

    fn read(&self, key: &mut [u8; KEY]) -> Result<(), VaultError> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::NotFound => VaultError::NoKey(self.file.clone()),
            _ => VaultError::Io(self.file.clone(), error),
        };
        let mut file = fs::File::open(&self.file).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if metadata.permissions().mode() & OTHERS != 0 {
            return Err(VaultError::Readable(self.file.clone()));
        }
        if metadata.len() != KEY as u64 {
            return Err(VaultError::BadKey(self.file.clone()));
        }
        file.read_exact(key).map_err(failed)
    }

    /// Creates the key's file; if another process was faster, its key is used.
    fn make_key(&self, random: &SystemRandom) -> Result<LessSafeKey, VaultError> {
        let failed = |error| VaultError::Io(self.file.clone(), error);
        let mut key = Zeroizing::new([0; KEY]);
        random.fill(&mut *key).map_err(|_| VaultError::Random)?;
        let mut name = self.file.as_os_str().to_owned();
        name.push(format!(".{}", std::process::id()));
        let whole = PathBuf::from(name);
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&whole)
            .map_err(failed)?;
        file.write_all(&*key).and_then(|()| file.sync_all()).map_err(failed)?;
        let linked = fs::hard_link(&whole, &self.file);
        fs::remove_file(&whole).map_err(failed)?;
        match linked {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(failed(error)),
            _ => {}
        }
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::File::open(folder.unwrap_or(Path::new("."))).map_err(failed)?;
        folder.sync_all().map_err(failed)?;
        self.read(&mut key)?;
        cipher(&key)
    }
}

fn cipher(key: &[u8; KEY]) -> Result<LessSafeKey, VaultError> {
    UnboundKey::new(&CHACHA20_POLY1305, key).map(LessSafeKey::new).map_err(|_| VaultError::Sealed)
}

/// Shows the place of the key, but not the key.
impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Vault({})", self.key_is_in())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vault(folder: &tempfile::TempDir) -> Vault {
        Vault { file: folder.path().join("key"), from_environment: None }
    }

    #[test]
    fn a_secret_opens_with_its_key_and_for_its_purpose_alone() {
        let folder = tempfile::tempdir().unwrap();
        let vault = vault(&folder);
        assert!(matches!(vault.open("a", &STANDARD.encode([0; 99])), Err(VaultError::NoKey(_))));
        let sealed = vault.seal("alice/github", "s3cret").unwrap();
        let bytes = STANDARD.decode(&sealed).unwrap();
        assert!(!bytes.windows(6).any(|part| part == b"s3cret"));
        assert_ne!(sealed, vault.seal("alice/github", "s3cret").unwrap(), "no two are alike");
        assert_eq!(*vault.open("alice/github", &sealed).unwrap(), "s3cret");
        let mut changed = bytes;
        *changed.last_mut().unwrap() ^= 1;
        let changed = STANDARD.encode(changed);
        for (purpose, sealed) in
            [("bob/github", &*sealed), ("alice/github", &changed), ("alice/github", ""), ("a", "x")]
        {
            assert!(matches!(vault.open(purpose, sealed), Err(VaultError::Sealed)), "{purpose}");
        }
        fs::remove_file(&vault.file).unwrap();
        vault.seal("a", "x").unwrap();
        assert!(matches!(vault.open("alice/github", &sealed), Err(VaultError::Sealed)), "another key");
        assert_eq!(*vault.open("a", &vault.seal("a", "").unwrap()).unwrap(), "");
    }

    #[test]
    fn the_file_of_the_key_is_the_gateway_s_alone() {
        let folder = tempfile::tempdir().unwrap();
        let vault = vault(&folder);
        let sealed = vault.seal("a", "x").unwrap();
        let mode = |file: &Path| fs::metadata(file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&vault.file), 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        fs::set_permissions(&vault.file, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(matches!(vault.open("a", &sealed), Err(VaultError::Readable(_))));
        fs::set_permissions(&vault.file, fs::Permissions::from_mode(0o600)).unwrap();
        fs::write(&vault.file, "short").unwrap();
        assert!(matches!(vault.seal("a", "x"), Err(VaultError::BadKey(_))), "a damaged key is not replaced");
    }

    #[test]
    fn a_key_from_the_environment_needs_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let of = |key: &str| Vault { from_environment: Some(key.to_owned().into()), ..vault(&folder) };
        let vault = of("a key from the environment, long enough");
        assert_eq!(*vault.open("a", &vault.seal("a", "x").unwrap()).unwrap(), "x");
        assert!(!vault.file.exists());
        assert!(matches!(of("short").seal("a", "x"), Err(VaultError::ShortKey)));
        assert!(!format!("{vault:?}").contains("long enough"));
    }
}
