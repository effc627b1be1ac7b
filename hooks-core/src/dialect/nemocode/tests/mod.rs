//! What Nemocode's hook files, payloads and answers are.

use crate::dialect::DialectId;
use crate::dialect::checking::Check;

mod answers;
mod files;
mod payloads;

const CHECK: Check = Check(DialectId::Nemocode);
