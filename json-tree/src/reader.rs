//! From tokens to nodes.
//!
//! The tokens are the library's; its tree is not used, since every value of it would be made once
//! more here, and a hook file is read before every tool call.

use std::path::Path;

use jsonc_parser::errors::ParseError;
use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};
use stdx::Place;

use crate::fault::{Fault, FaultKind};
use crate::node::{Member, Node, NodeKind};

/// As deep as the library itself goes.
const MAX_DEPTH: u32 = 512;

/// The outermost value of a text.
pub(crate) fn read(path: &Path, text: &str) -> Result<Node, Fault> {
    let options = ScannerOptions {
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let mut reader = Reader {
        scanner: Scanner::new(text, &options),
        depth: 0,
        items: Vec::new(),
        members: Vec::new(),
    };
    let fault = |kind, at| Fault {
        kind,
        file: path.to_owned(),
        place: Place::of_offset(text, at),
    };
    match reader.document() {
        Ok(Some(root)) => Ok(root),
        Ok(None) => Err(fault(FaultKind::Empty, text.len())),
        Err(Unexpected { why, at }) => {
            let why = stdx::text::printable(&why).to_lowercase();
            Err(fault(FaultKind::NotJson(why), at))
        }
    }
}

struct Reader<'t> {
    scanner: Scanner<'t>,
    depth: u32,
    /// The items of all lists that are open. A list that is closed takes its own and has no room
    /// to spare: the pages of a heap are what a short-lived program pays for.
    items: Vec<Node>,
    /// The same for objects.
    members: Vec<Member>,
}

/// What was expected and the byte at which something else stands.
struct Unexpected {
    why: String,
    at: usize,
}

impl From<ParseError> for Unexpected {
    fn from(error: ParseError) -> Unexpected {
        Unexpected {
            why: error.kind().to_string(),
            at: error.range().start,
        }
    }
}

impl<'t> Reader<'t> {
    fn document(&mut self) -> Result<Option<Node>, Unexpected> {
        let Some(token) = self.next()? else {
            return Ok(None);
        };
        let root = self.value(token)?;
        match self.next()? {
            None => Ok(Some(root)),
            Some(_) => Err(self.here("expected the end of the file after its one value")),
        }
    }

    /// The next token that is no comment.
    fn next(&mut self) -> Result<Option<Token<'t>>, Unexpected> {
        loop {
            match self.scanner.scan()? {
                Some(Token::CommentLine(_) | Token::CommentBlock(_)) => {}
                token => return Ok(token),
            }
        }
    }

    fn here(&self, why: &str) -> Unexpected {
        Unexpected {
            why: why.to_owned(),
            at: self.scanner.token_start(),
        }
    }

    /// The value that begins with `token`.
    fn value(&mut self, token: Token<'t>) -> Result<Node, Unexpected> {
        let start = self.scanner.token_start();
        let kind = match token {
            Token::Null => NodeKind::Null,
            Token::Boolean(it) => NodeKind::Bool(it),
            Token::Number(it) => NodeKind::Number(it.into()),
            Token::String(it) => NodeKind::Text(it.into_owned()),
            Token::OpenBracket => self.nested(Reader::list)?,
            Token::OpenBrace => self.nested(Reader::object)?,
            other => {
                let found = stdx::text::cut_chars(other.as_str(), 40).0;
                return Err(self.here(&format!("expected a value, found `{found}`")));
            }
        };
        Ok(Node { kind, start })
    }

    fn nested(
        &mut self,
        read: fn(&mut Reader<'t>) -> Result<NodeKind, Unexpected>,
    ) -> Result<NodeKind, Unexpected> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.here("values are nested deeper than 512 levels"));
        }
        let res = read(self);
        self.depth -= 1;
        res
    }

    fn list(&mut self) -> Result<NodeKind, Unexpected> {
        let opened = self.scanner.token_start();
        let mark = self.items.len();
        let mut token = self.next()?;
        loop {
            match token {
                Some(Token::CloseBracket) => {
                    return Ok(NodeKind::List(self.items.drain(mark..).collect()));
                }
                None => return Err(unclosed("list", "]", opened)),
                Some(it) => {
                    let item = self.value(it)?;
                    self.items.push(item);
                }
            }
            token = self.behind(&Token::CloseBracket)?;
        }
    }

    fn object(&mut self) -> Result<NodeKind, Unexpected> {
        let opened = self.scanner.token_start();
        let mark = self.members.len();
        let mut token = self.next()?;
        loop {
            match token {
                Some(Token::CloseBrace) => {
                    return Ok(NodeKind::Object(self.members.drain(mark..).collect()));
                }
                None => return Err(unclosed("object", "}", opened)),
                Some(Token::String(key)) => {
                    let member = self.member(key.into_owned())?;
                    self.members.push(member);
                }
                Some(_) => return Err(self.here("expected a key in double quotes")),
            }
            token = self.behind(&Token::CloseBrace)?;
        }
    }

    fn member(&mut self, key: String) -> Result<Member, Unexpected> {
        let start = self.scanner.token_start();
        if self.next()? != Some(Token::Colon) {
            return Err(self.here("expected `:` after the key"));
        }
        let value = match self.next()? {
            Some(token) => self.value(token)?,
            None => return Err(self.here("expected a value after `:`")),
        };
        Ok(Member { key, start, value })
    }

    /// The token behind a comma, or what closes the list or object.
    fn behind(&mut self, close: &Token<'_>) -> Result<Option<Token<'t>>, Unexpected> {
        let end = self.scanner.token_end();
        match self.next()? {
            Some(Token::Comma) => self.next(),
            Some(token) if token == *close => Ok(Some(token)),
            None => Ok(None),
            Some(_) => Err(Unexpected {
                why: format!("expected `,` or `{}`", close.as_str()),
                at: end,
            }),
        }
    }
}

/// The place of what was opened tells more than the end of the file.
fn unclosed(what: &str, close: &str, at: usize) -> Unexpected {
    Unexpected {
        why: format!("the {what} that begins here has no `{close}`"),
        at,
    }
}
