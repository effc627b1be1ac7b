//! The one door to `posix_spawn`, and the only unsafe code of the workspace.
//!
//! Why not `std::process::Command`: it makes no session of its own without `pre_exec`, and with
//! `pre_exec` it forks. A fork copies the page tables of the host, which costs a host with 2 GiB of
//! memory a tenth of a second for each hook; `posix_spawn` borrows the memory instead and costs the
//! same from any host. No safe crate offers it with a session and a working folder.
#![expect(
    unsafe_code,
    reason = "posix_spawn and its attributes are C; see the module's header"
)]

use std::ffi::{c_int, c_short};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd};

use libc::{posix_spawn_file_actions_t, posix_spawnattr_t, sigset_t};
use rustix::process::Pid;

use crate::strings::Strings;

/// What `posix_spawn` is to do.
#[derive(Debug, Default)]
pub(crate) struct Image {
    /// The file to execute and the folder to do it in, in this order.
    pub paths: Strings,
    /// The arguments, with the program's name as the first.
    pub args: Strings,
    /// The environment, each `NAME=value`.
    pub env: Strings,
}

/// Starts `image` in a session of its own, with nothing open but `stdio` as 0, 1 and 2, no signal
/// blocked and each signal doing what it does by default.
///
/// None of `stdio` may be below 3 itself, or one would overwrite the other.
pub(crate) fn spawn(image: &Image, stdio: [BorrowedFd<'_>; 3]) -> io::Result<Pid> {
    let [program, cwd, _null] = image.paths.pointers()[..] else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let mut actions = Actions::new()?;
    for (from, to) in stdio.iter().zip(0..) {
        actions.dup(*from, to)?;
    }
    actions.close_the_rest()?;
    // SAFETY: `cwd` points to a C string in `image`, which outlives this call; the list copies it.
    check(unsafe { addchdir(&mut actions.0, cwd) })?;
    let attributes = Attributes::new()?;
    let (args, env) = (image.args.pointers(), image.env.pointers());
    let mut pid = 0;
    // SAFETY: all pointers are to initialised values that live to the end of this function. The
    // two lists end with a null and their strings with a NUL, see `Strings`. C declares the lists
    // as mutable for historical reasons and does not change them.
    check(unsafe {
        libc::posix_spawn(
            &mut pid,
            program,
            &actions.0,
            &attributes.0,
            args.as_ptr().cast(),
            env.as_ptr().cast(),
        )
    })?;
    Pid::from_raw(pid).ok_or_else(|| io::Error::other("a process has no number"))
}

/// What the child does with its descriptors before it becomes the program.
struct Actions(posix_spawn_file_actions_t);

impl Actions {
    fn new() -> io::Result<Actions> {
        let mut actions = MaybeUninit::uninit();
        // SAFETY: the call initialises what it is given, unless it fails.
        check(unsafe { libc::posix_spawn_file_actions_init(actions.as_mut_ptr()) })?;
        // SAFETY: it did not fail.
        Ok(Actions(unsafe { actions.assume_init() }))
    }

    fn dup(&mut self, from: BorrowedFd<'_>, to: c_int) -> io::Result<()> {
        // SAFETY: the list is initialised; the numbers are only written down.
        check(unsafe { libc::posix_spawn_file_actions_adddup2(&mut self.0, from.as_raw_fd(), to) })
    }

    /// Also what a library of the host forgot to mark, or what its own parent left open.
    fn close_the_rest(&mut self) -> io::Result<()> {
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        // SAFETY: the list is initialised; the number is only written down.
        check(unsafe { libc::posix_spawn_file_actions_addclosefrom_np(&mut self.0, 3) })?;
        Ok(())
    }
}

impl Drop for Actions {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, and never used again.
        unsafe { libc::posix_spawn_file_actions_destroy(&mut self.0) };
    }
}

use libc::posix_spawn_file_actions_addchdir_np as addchdir;

/// What is different about the child itself.
struct Attributes(posix_spawnattr_t);

impl Attributes {
    fn new() -> io::Result<Attributes> {
        let mut attributes = MaybeUninit::uninit();
        // SAFETY: the call initialises what it is given, unless it fails.
        check(unsafe { libc::posix_spawnattr_init(attributes.as_mut_ptr()) })?;
        // SAFETY: it did not fail.
        let mut res = Attributes(unsafe { attributes.assume_init() });
        let (none, all) = (no_signals(), catchable_signals());
        // SAFETY: all of these are initialised, and copied by the calls.
        unsafe {
            check(libc::posix_spawnattr_setsigmask(&mut res.0, &none))?;
            check(libc::posix_spawnattr_setsigdefault(&mut res.0, &all))?;
            check(libc::posix_spawnattr_setflags(&mut res.0, FLAGS))?;
        }
        Ok(res)
    }
}

impl Drop for Attributes {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, and never used again.
        unsafe { libc::posix_spawnattr_destroy(&mut self.0) };
    }
}

#[cfg(not(target_vendor = "apple"))]
const FLAGS: c_short = libc::POSIX_SPAWN_SETSID as c_short
    | libc::POSIX_SPAWN_SETSIGMASK as c_short
    | libc::POSIX_SPAWN_SETSIGDEF as c_short;

/// `POSIX_SPAWN_SETSID` is `0x400` in Apple's `spawn.h`; the `libc` crate has no name for it.
#[cfg(target_vendor = "apple")]
const FLAGS: c_short = 0x400
    | libc::POSIX_SPAWN_SETSIGMASK as c_short
    | libc::POSIX_SPAWN_SETSIGDEF as c_short
    | libc::POSIX_SPAWN_CLOEXEC_DEFAULT as c_short;

fn no_signals() -> sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: the call initialises the set and cannot fail for a valid pointer.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        set.assume_init()
    }
}

/// All signals for which a program can choose what happens. A host that ignores SIGPIPE, as each
/// Rust program does, would otherwise hand that on.
fn catchable_signals() -> sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: the first call initialises the set; the numbers of the other two are signals.
    unsafe {
        libc::sigfillset(set.as_mut_ptr());
        libc::sigdelset(set.as_mut_ptr(), libc::SIGKILL);
        libc::sigdelset(set.as_mut_ptr(), libc::SIGSTOP);
        set.assume_init()
    }
}

/// These functions return their error and leave `errno` alone.
fn check(code: c_int) -> io::Result<()> {
    match code {
        0 => Ok(()),
        code => Err(io::Error::from_raw_os_error(code)),
    }
}
