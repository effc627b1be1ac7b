//! The table of dialects in force.

use crate::dialect::{Dialect, DialectId};
use crate::rules::Rules;

/// Every dialect with the rules that hold for it. The default is each dialect's own row; a test may
/// put another row in one's place, to see that something notices.
#[derive(Clone, Debug)]
pub struct Dialects([Dialect; 7]);

impl Default for Dialects {
    fn default() -> Dialects {
        Dialects(DialectId::ALL.map(|it| *it.dialect()))
    }
}

impl Dialects {
    /// A dialect's functions and the rules in force for it.
    pub fn get(&self, id: DialectId) -> Dialect {
        self.0[id as usize]
    }

    /// The table with this row in place of its dialect's own.
    #[must_use]
    pub fn with_rules(mut self, rules: &'static Rules) -> Dialects {
        self.0[rules.dialect as usize].rules = rules;
        self
    }
}
