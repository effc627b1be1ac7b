//! From a verb to the words on the command line.

use std::ffi::OsString;

use hooks_core::DialectId;
use serde_json::{Map, Value};

use crate::case::{
    Convert, Fire, Look, Mission, Script, Trust, USUAL_SCRIPT, Verb, When, Words, dialect,
};
use crate::error::CaseError;
use crate::stage::Stage;
use crate::words::Speech;

/// Bytes up to which a text is passed as an argument; the system refuses arguments that are much
/// longer.
const LONGEST_ARGUMENT: usize = 64 << 10;

/// One call of the program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call {
    pub(crate) args: Vec<OsString>,
    pub(crate) stdin: Vec<u8>,
}

/// The call that a verb means; `None` for those that call nothing.
pub(crate) fn call(when: &When, stage: &Stage) -> Result<Option<Call>, CaseError> {
    let mut words = Line::new(stage);
    match &when.verb {
        Verb::Fire(fire) => words.fire(fire)?,
        Verb::List(look) => words.look("list", look)?,
        Verb::Path(look) => words.look("path", look)?,
        Verb::Check(check) => {
            words.add("check");
            check.files.iter().try_for_each(|it| words.file(it))?;
        }
        Verb::Trust(trust) => words.trust(trust)?,
        Verb::Runs(runs) => {
            words.add("runs");
            words.option("--limit", runs.limit.map(|it| it.to_string()).as_deref());
        }
        Verb::Convert(convert) => words.convert(convert)?,
        Verb::Mission(mission) => words.mission(mission)?,
        Verb::Json(raw) => {
            words.args.pop();
            raw.iter().for_each(|it| words.add(it));
        }
        Verb::Tackle(raw) => words.args = raw.iter().map(OsString::from).collect(),
        Verb::Change(_) => return Ok(None),
    }
    let mut call = Call {
        args: words.args,
        stdin: words.stdin,
    };
    if let Some(content) = &when.stdin {
        call.stdin = content.bytes(|name| stage.of_case(name))?;
    }
    Ok(Some(call))
}

/// A command line in the making.
struct Line<'a> {
    stage: &'a Stage,
    args: Vec<OsString>,
    stdin: Vec<u8>,
}

impl<'a> Line<'a> {
    fn new(stage: &'a Stage) -> Line<'a> {
        let home = stage.home().join(".tackle");
        let args = [
            "--home".into(),
            home.into_os_string(),
            "--project".into(),
            stage.repo().into_os_string(),
            "--json".into(),
            "hooks".into(),
        ];
        Line {
            stage,
            args: args.into(),
            stdin: Vec::new(),
        }
    }

    fn add(&mut self, word: &str) {
        self.args.push(word.into());
    }

    fn option(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.add(name);
            self.add(value);
        }
    }

    /// A text, by way of a file when it is too long for an argument.
    fn text(&mut self, name: &str, value: Option<&str>) -> Result<(), CaseError> {
        let Some(value) = value.filter(|it| it.len() > LONGEST_ARGUMENT) else {
            self.option(name, value);
            return Ok(());
        };
        let file = format!("<root>/arguments/{}", self.args.len());
        self.stage.put_text(&file, value)?;
        let path = self.stage.path(&file)?;
        self.option(name, Some(&format!("@{}", path.display())));
        Ok(())
    }

    fn file(&mut self, path: &str) -> Result<(), CaseError> {
        let path = self.stage.path(path)?;
        self.args.push(path.into_os_string());
        Ok(())
    }

    fn dialect(&mut self, named: Option<&str>) -> Result<Option<DialectId>, CaseError> {
        let dialect = match named {
            Some("any") => None,
            Some(word) => Some(dialect(word)?),
            None => self.stage.run_in,
        };
        self.option("--dialect", dialect.map(DialectId::as_str));
        Ok(dialect)
    }

    fn fire(&mut self, fire: &Fire) -> Result<(), CaseError> {
        self.add("run");
        let at = self.args.len();
        let speech = Speech {
            dialect: self.dialect(fire.dialect.as_deref())?,
        };
        let call = ToolCall::of(fire, speech)?;
        self.args.insert(at, call.event.into());
        self.option("--tool", call.tool.as_deref());
        self.text("--tool-input", call.input.as_deref())?;
        self.text("--tool-output", fire.output.as_deref())?;
        self.option("--prompt", fire.prompt.as_deref());
        for (key, value) in &fire.fields {
            self.option("--field", Some(&format!("{key}={}", plain(value))));
        }
        self.option("--mode", fire.mode.as_deref());
        self.option("--approval", fire.approval.as_deref());
        for file in self.stage.config.iter().chain(&fire.config) {
            self.option("--config", Some(file));
        }
        if let Some(payload) = &fire.payload {
            self.option("--payload", Some("-"));
            self.stdin = payload.clone().into_bytes();
        }
        fire.options.iter().for_each(|it| self.add(it));
        Ok(())
    }

    fn look(&mut self, verb: &str, look: &Look) -> Result<(), CaseError> {
        self.add(verb);
        self.dialect(look.dialect.as_deref())?;
        self.option("--scope", look.scope.as_deref());
        Ok(())
    }

    fn trust(&mut self, trust: &Trust) -> Result<(), CaseError> {
        self.add("trust");
        self.add(trust.action.as_str());
        if let Some(dir) = &trust.dir {
            self.file(dir)?;
        }
        if let Some(file) = &trust.file {
            self.add("--file");
            self.file(file)?;
        }
        trust.options.iter().for_each(|it| self.add(it));
        Ok(())
    }

    fn mission(&mut self, mission: &Mission) -> Result<(), CaseError> {
        self.args.pop();
        self.add("run");
        let script = mission.script.as_deref().unwrap_or(USUAL_SCRIPT);
        let script = self.stage.path(&Script::path(script))?;
        if script.is_file() {
            self.option("--model", Some(&format!("scripted:{}", script.display())));
        }
        self.option("--mode", mission.mode.as_deref());
        self.option("--session", mission.session.as_deref());
        self.option("--agent", mission.agent.as_deref());
        self.option("--goal", mission.goal.as_deref());
        self.option("--budget", mission.budget.as_deref());
        mission.options.iter().for_each(|it| self.add(it));
        self.add(&mission.prompt);
        Ok(())
    }

    fn convert(&mut self, convert: &Convert) -> Result<(), CaseError> {
        self.add("convert");
        self.option("--from", Some(&convert.from));
        self.option("--to", Some(&convert.to));
        self.file(&convert.file)
    }
}

/// An event in the words that it is passed in.
struct ToolCall {
    event: String,
    tool: Option<String>,
    input: Option<String>,
}

impl ToolCall {
    fn of(fire: &Fire, speech: Speech) -> Result<ToolCall, CaseError> {
        if fire.words == Words::Verbatim {
            return Ok(ToolCall {
                event: fire.event.clone(),
                tool: fire.tool.clone(),
                input: fire.input.clone(),
            });
        }
        let tool = fire.tool.as_deref().map(|it| speech.tool(it)).transpose()?;
        Ok(ToolCall {
            event: speech.event(&fire.event),
            tool,
            input: translated(fire, speech)?,
        })
    }
}

/// The input in the dialect's words. Text that is no object is passed as it is: it may be a case of
/// bad input.
fn translated(fire: &Fire, speech: Speech) -> Result<Option<String>, CaseError> {
    let (Some(text), Some(tool)) = (&fire.input, &fire.tool) else {
        return Ok(fire.input.clone());
    };
    match serde_json::from_str::<Map<String, Value>>(text) {
        Ok(ours) => Ok(Some(Value::Object(speech.input(tool, &ours)?).to_string())),
        Err(_) => Ok(Some(text.clone())),
    }
}

/// The value of a field as an option says it.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
