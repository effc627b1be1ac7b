//! Links a release of `tackle` at a fixed address.
//!
//! A hook is answered by a process of its own. An executable that can lie anywhere has each of its
//! many thousand pointers written anew at every start, a page at a time: an eighth of what
//! `tackle hooks run` takes, and more with each library. At a fixed address nothing is written.
//! Heap, stack and libraries still lie at random, as with the programs of other memory-safe
//! languages. Only where it was measured: Linux with the GNU C library.

#![expect(
    clippy::disallowed_methods,
    reason = "cargo tells a build script by its environment what is built"
)]

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|it| it == value);
    let is_measured = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    if is_measured && is("PROFILE", "release") {
        println!("cargo:rustc-link-arg-bin=tackle=-no-pie");
    }
}
