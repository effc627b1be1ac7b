//! The command line of Tacklebox.
