//! The `tackle` binary.

fn main() -> std::process::ExitCode {
    cli::main()
}
