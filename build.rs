//! Packs the program's relative relocations. Unpacked, they take three megabytes that each start reads and keeps in
//! memory.

use std::{env, process::Command};

/// The first version of glibc that reads packed relocations.
const READS_THEM: (u32, u32) = (2, 36);

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_gnu = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux")
        && env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|env| env == "gnu");
    let is_for_here = env::var_os("HOST") == env::var_os("TARGET");
    if is_gnu && is_for_here && glibc().is_some_and(|version| version >= READS_THEM) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Returns the version of this machine's glibc. The linked program cannot run with an older one anyway.
fn glibc() -> Option<(u32, u32)> {
    let printed = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?.stdout;
    let (major, minor) = str::from_utf8(&printed).ok()?.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
