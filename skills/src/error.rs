//! Why a skill was not found or not rendered.

/// Why an invocation came to nothing. Nothing of the skill reaches the agent then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkillError {
    /// No skill has the name.
    #[error("no skill is called `{name}`; known: {}", listed(known))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// Every name there is [NEO-14].
        known: Vec<String>,
        /// The name that was probably meant.
        nearest: Option<String>,
    },
    /// Several plugins have a skill of the name.
    #[error("`{name}` may be {}", listed(candidates))]
    Ambiguous {
        /// The name that was asked for.
        name: String,
        /// The whole names.
        candidates: Vec<String>,
    },
    /// A command in its text was not allowed to run.
    #[error("skill `{skill}` was not run: its command `{command}` is refused: {reason}")]
    InjectionRefused {
        /// The skill.
        skill: String,
        /// The command.
        command: String,
        /// Why.
        reason: String,
    },
    /// A command in its text could not be run to its end.
    #[error("skill `{skill}` was not run: its command `{command}` failed: {reason}")]
    InjectionFailed {
        /// The skill.
        skill: String,
        /// The command.
        command: String,
        /// Why.
        reason: String,
    },
    /// A command in its text ended with an exit code that says so.
    #[error(
        "skill `{skill}` was not run: its command `{command}` exited with code {exit}: {output}"
    )]
    InjectionExit {
        /// The skill.
        skill: String,
        /// The command.
        command: String,
        /// The exit code.
        exit: i32,
        /// The start of what it printed.
        output: String,
    },
    /// An argument cannot be put into a command so that it stays an argument.
    #[error(
        "skill `{skill}` was not run: the value of `{placeholder}` cannot be put into `{command}` without a risk"
    )]
    UnsafeArgument {
        /// The skill.
        skill: String,
        /// The placeholder.
        placeholder: String,
        /// The command as it is written.
        command: String,
    },
}

impl SkillError {
    /// What to do next, if that is not plain.
    pub fn hint(&self) -> Option<String> {
        match self {
            SkillError::Unknown { nearest, .. } => {
                nearest.as_ref().map(|it| format!("did you mean `{it}`?"))
            }
            SkillError::Ambiguous { .. } => Some("write the whole name".to_owned()),
            SkillError::InjectionRefused { .. } => Some(
                "allow the command by a permission rule, or take it out of the skill's text"
                    .to_owned(),
            ),
            SkillError::UnsafeArgument { .. } => Some(
                "use letters, digits and `_./:=@%+,-` only, or take the placeholder out of the inner command"
                    .to_owned(),
            ),
            SkillError::InjectionFailed { .. } | SkillError::InjectionExit { .. } => None,
        }
    }
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.join(", "),
    }
}
