//! The streams of a context, lent to whoever shows and asks.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crate::context::Context;
use crate::error::CommandError;
use crate::wire::missions::person::{Input, Output};

/// The streams of a context, lent to whoever shows and asks.
pub(super) struct Streams {
    pub(super) stdin: Input,
    pub(super) stdout: Output,
    pub(super) stderr: Output,
}

impl Streams {
    pub(super) fn take(context: &mut Context) -> Streams {
        let world = &mut context.world;
        let stdin: Box<dyn Read + Send> = Box::new(std::io::empty());
        let (stdout, stderr) = (nowhere(), nowhere());
        Streams {
            stdin: Arc::new(Mutex::new(std::mem::replace(&mut world.stdin, stdin))),
            stdout: Arc::new(Mutex::new(std::mem::replace(&mut world.stdout, stdout))),
            stderr: Arc::new(Mutex::new(std::mem::replace(&mut world.stderr, stderr))),
        }
    }

    /// Somebody may still wait for the keyboard: then it stays with them, since the program ends soon.
    pub(super) fn give_back(self, context: &mut Context) {
        let world = &mut context.world;
        if let Some(stdin) = Arc::into_inner(self.stdin) {
            world.stdin = stdin.into_inner().unwrap_or_else(PoisonError::into_inner);
        }
        world.stdout = own(&self.stdout);
        world.stderr = own(&self.stderr);
    }

    /// Gives a command its streams back for as long as it asks.
    pub(super) fn lend<T>(
        &self,
        context: &mut Context,
        ask: impl FnOnce(&mut Context) -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        self.swap(context);
        let res = ask(context);
        self.swap(context);
        res
    }

    fn swap(&self, context: &mut Context) {
        let world = &mut context.world;
        exchange(&self.stdin, &mut world.stdin);
        exchange(&self.stdout, &mut world.stdout);
        exchange(&self.stderr, &mut world.stderr);
    }
}

fn nowhere() -> Box<dyn Write + Send> {
    Box::new(std::io::sink())
}

fn exchange<T: ?Sized>(lent: &Mutex<Box<T>>, own: &mut Box<T>) {
    std::mem::swap(
        &mut *lent.lock().unwrap_or_else(PoisonError::into_inner),
        own,
    );
}

/// The stream itself. Whoever still holds it, such as a hook that does not end, writes to nobody from
/// here on: the result is the last line.
fn own(stream: &Output) -> Box<dyn Write + Send> {
    let mut stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::replace(&mut *stream, nowhere())
}
