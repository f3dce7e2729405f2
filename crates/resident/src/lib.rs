//! Hands memory that a quiet process does not use back to the system.
//!
//! Two kinds of memory stay with a process that no longer needs them. Of a program of some hundred megabytes the system
//! maps 64 KB around each place that runs, so a start of a second leaves 20 MB mapped, of which the next minute uses 3.
//! And glibc keeps what was freed. Both come back by themselves where they are needed: an unmapped page costs one minor
//! fault, since the file is still in the page cache.
//!
//! This is the only crate with `unsafe` code: there is no safe interface to its two system calls.

#[cfg(target_os = "linux")]
mod mappings;

/// Hands freed memory back, and unmaps the program's code and constants. Does nothing on systems other than Linux.
///
/// It takes some milliseconds: call it where nobody waits.
///
/// # Errors
/// Returns an error if the system does not tell which memory the process has. Nothing has been unmapped then.
pub fn shrink() -> std::io::Result<()> {
    hand_back_freed_memory();
    #[cfg(target_os = "linux")]
    mappings::unmap_program()?;
    Ok(())
}

/// Only glibc keeps freed memory for good.
fn hand_back_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the function takes no pointer, and locks the heaps that it trims.
    unsafe {
        libc::malloc_trim(0);
    }
}
