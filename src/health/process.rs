//! Figures of the process from Linux's `/proc/self`; other systems have none.

use std::fs;

use rustix::param::{clock_ticks_per_second, page_size};

/// The resources that the process uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Figures {
    pub(crate) memory: u64,
    pub(crate) cpu_millis: u64,
    pub(crate) files: u64,
}

/// Returns the figures, if the system provides them.
pub(crate) fn figures() -> Option<Figures> {
    let statm = fs::read_to_string("/proc/self/statm").ok()?;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    Some(Figures {
        memory: resident_pages(&statm)? * page_size() as u64,
        cpu_millis: cpu_ticks(&stat)? * 1000 / clock_ticks_per_second(),
        files: fs::read_dir("/proc/self/fd").ok()?.count() as u64,
    })
}

/// Returns the second number of `statm`, in pages.
fn resident_pages(statm: &str) -> Option<u64> {
    statm.split_whitespace().nth(1)?.parse().ok()
}

/// Returns the time in user mode and in the kernel: fields 14 and 15 of `stat`. The program's name, the second field,
/// is in parentheses and may contain anything.
fn cpu_ticks(stat: &str) -> Option<u64> {
    let (_, after) = stat.rsplit_once(')')?;
    let mut fields = after.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(next()? + next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_as_the_kernel_writes_them() {
        assert_eq!(resident_pages("10750 2981 2101 3 0 800 0\n"), Some(2981));
        let stat =
            "42 (a) strange (name) S 1 42 42 0 -1 4194304 1013 0 0 0 17 25 0 0 20 0 9 0 5013 44032000 2981";
        assert_eq!(cpu_ticks(stat), Some(42));
        assert_eq!((resident_pages(""), cpu_ticks("42 (no")), (None, None));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_has_figures() {
        let Figures { memory, files, .. } = figures().unwrap();
        assert!(memory > 1 << 20 && files > 2, "{memory} {files}");
    }
}
