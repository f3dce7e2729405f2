//! The process's mappings, as Linux lists them.

use std::{fs, io, ops::Range, os::unix::ffi::OsStrExt, path::Path, ptr};

use rustix::mm::{Advice, madvise};

/// Unmaps what is mapped of the program's file and could be read from it again.
pub(crate) fn unmap_program() -> io::Result<()> {
    let program = fs::read_link("/proc/self/exe")?;
    for range in unchanged(&fs::read("/proc/self/smaps")?, &program) {
        // SAFETY: the range is a mapping of the program's own file, which exists as long as the process, may not be
        // written to, and has no page that differs from the file. So the next access to each page finds the same bytes.
        unsafe {
            madvise(ptr::with_exposed_provenance_mut(range.start), range.len(), Advice::LinuxDontNeed)?
        };
    }
    Ok(())
}

/// Returns the addresses of the mappings of `program` that are private, may not be written to, and have no page of
/// their own. A page of its own is one that the process has written to, such as a relocated constant.
fn unchanged(smaps: &[u8], program: &Path) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut mapping = None;
    for line in smaps.split(|byte| *byte == b'\n') {
        if let Some(own) = line.strip_prefix(b"Anonymous:") {
            let own = str::from_utf8(own).unwrap_or_default().trim();
            ranges.extend(mapping.take().filter(|_| own == "0 kB"));
        } else if let Some(range) = read_only(line, program) {
            mapping = Some(range);
        } else if line.first().is_some_and(u8::is_ascii_hexdigit) && line.contains(&b'-') {
            mapping = None;
        }
    }
    ranges
}

/// Returns the addresses of a mapping of `program` that is private and may not be written to, from the first line about
/// it: the addresses, the permissions, four more columns, and the file.
fn read_only(line: &[u8], program: &Path) -> Option<Range<usize>> {
    let file = line.strip_suffix(program.as_os_str().as_bytes())?;
    let mut columns = str::from_utf8(file).ok()?.split_whitespace();
    let (start, end) = columns.next()?.split_once('-')?;
    let permissions = columns.next()?.as_bytes();
    let kept =
        columns.count() == 3 && permissions.len() == 4 && permissions[1] == b'-' && permissions[3] == b'p';
    let address = |digits| usize::from_str_radix(digits, 16).ok();
    kept.then_some(address(start)?..address(end)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMAPS: &str = "\
55d75b8fa000-55d75ddd0000 r--p 00000000 fe:00 4719 /usr/bin/adjutant
Rss:                6448 kB
Anonymous:             0 kB
VmFlags: rd mr mw me
55d75ddd0000-55d760e83000 r-xp 024d5000 fe:00 4719 /usr/bin/adjutant
Anonymous:             0 kB
55d760e83000-55d7611a4000 r--p 05587000 fe:00 4719 /usr/bin/adjutant
Anonymous:          3204 kB
55d7611a4000-55d7611b2000 rw-p 058a7000 fe:00 4719 /usr/bin/adjutant
Anonymous:             0 kB
7f0a10000000-7f0a10021000 r--p 00000000 00:00 0
Anonymous:             0 kB
7f0a12000000-7f0a12021000 r-xp 00000000 fe:00 99 /usr/lib/libc.so.6
Anonymous:             0 kB
7f0a13000000-7f0a13021000 r--p 00000000 fe:00 98 /old/usr/bin/adjutant
Anonymous:             0 kB
7f0a14000000-7f0a14021000 r--s 00000000 fe:00 4719 /usr/bin/adjutant
Anonymous:             0 kB
";

    #[test]
    fn only_unchanged_mappings_of_the_program_are_unmapped() {
        let found = unchanged(SMAPS.as_bytes(), Path::new("/usr/bin/adjutant"));
        assert_eq!(found, [0x55d75b8fa000..0x55d75ddd0000, 0x55d75ddd0000..0x55d760e83000]);
        assert_eq!(unchanged(SMAPS.as_bytes(), Path::new("/usr/bin/other")), []);
        assert_eq!(unchanged(b"", Path::new("/usr/bin/adjutant")), []);
    }

    #[test]
    fn the_program_runs_on_with_fewer_pages() {
        /// Constants of many pages, which nothing else reads.
        static CONSTANTS: [u8; 4 << 20] = [7; 4 << 20];
        let sum = || CONSTANTS.iter().map(|byte| u64::from(*byte)).sum::<u64>();
        let read = sum();
        let before = mapped();
        crate::shrink().unwrap();
        let after = mapped();
        assert!(after + CONSTANTS.len() / 1024 / 2 < before, "{before} kB before, {after} kB after");
        assert_eq!(sum(), read);
    }

    /// Returns how much of files the process has mapped, in kB.
    fn mapped() -> usize {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("RssFile:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }
}
