//! JSON schemas of everything that `tackle --json` prints, made from the very types that are
//! printed.
//!
//! The crates below know nothing of schemas: where a report holds one of their types, the field
//! names a stand-in from here.

mod problem;
#[cfg(test)]
pub(crate) mod tests;
#[cfg(test)]
mod validate;
mod words;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::commands::agents;
use crate::commands::check::report::CheckReport;
use crate::commands::dashboard::DashboardReport;
use crate::commands::demo::report::DemoReport;
use crate::commands::hooks::check::Checked;
use crate::commands::hooks::convert::ConvertReport;
use crate::commands::hooks::edit::EditReport;
use crate::commands::hooks::list::report::ListReport;
use crate::commands::hooks::path::PathReport;
use crate::commands::hooks::run::report::RunReport;
use crate::commands::hooks::runs::RunsReport;
use crate::commands::hooks::trust::list::TrustListReport;
use crate::commands::hooks::trust::{DecidedReport, ForgottenReport};
use crate::commands::missions;
use crate::commands::sessions;
use crate::commands::skills::check::CheckedSkills;
use crate::commands::skills::list::ListReport as SkillsReport;
use crate::commands::skills::render::RenderReport;
use crate::commands::skills::show::report::ShowReport;

use crate::commands::plugins::check::CheckReport as PluginsCheckReport;
use crate::commands::plugins::report::PluginsReport;
use crate::commands::plugins::show::ShowReport as PluginReport;
use crate::commands::plugins::switch::SwitchReport;
use crate::commands::why::WhyReport;

pub(crate) use problem::Problems;
pub(crate) use words::{
    AgentProduct, AgentRole, AgentSource, Decision, Dialect, InstructionOrigin, Kind, OnFailure,
    PluginOff, PluginPower, PluginSource, Proceeds, SkillSource, Source, Status, Trust,
    TrustDecision, Verdict,
};

/// Every schema by the name of its file, which is the command's words joined by `-`.
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        schema::<problem::Problem>("problem", "A problem, wherever one is reported"),
        schema::<RunReport<'_>>("hooks-run", "tackle hooks run --json"),
        schema::<ListReport<'_>>("hooks-list", "tackle hooks list --json"),
        schema::<Checked>("hooks-check", "tackle hooks check --json"),
        schema::<TrustListReport<'_>>("hooks-trust-list", "tackle hooks trust list --json"),
        schema::<DecidedReport>("hooks-trust-allow", "tackle hooks trust allow --json"),
        schema::<DecidedReport>("hooks-trust-deny", "tackle hooks trust deny --json"),
        schema::<ForgottenReport>("hooks-trust-forget", "tackle hooks trust forget --json"),
        schema::<PathReport<'_>>("hooks-path", "tackle hooks path --json"),
        schema::<EditReport<'_>>("hooks-edit", "tackle hooks edit --json"),
        schema::<RunsReport<'_>>("hooks-runs", "tackle hooks runs --json"),
        schema::<ConvertReport<'_>>("hooks-convert", "tackle hooks convert --json"),
        schema::<SkillsReport<'_>>("skills-list", "tackle skills list --json"),
        schema::<ShowReport<'_>>("skills-show", "tackle skills show --json"),
        schema::<CheckedSkills>("skills-check", "tackle skills check --json"),
        schema::<RenderReport>("skills-render", "tackle skills render --json"),
        schema::<agents::list::ListReport<'_>>("agents-list", "tackle agents list --json"),
        schema::<agents::show::ShowReport<'_>>("agents-show", "tackle agents show --json"),
        schema::<agents::check::Checked>("agents-check", "tackle agents check --json"),
        schema::<agents::add::AddReport>("agents-add", "tackle agents add --json"),
        schema::<agents::instructions::InstructionsReport<'_>>(
            "agents-instructions",
            "tackle agents instructions --json",
        ),
        schema::<CheckReport>("check", "tackle check --json"),
        schema::<PluginsReport>("plugins-list", "tackle plugins list --json"),
        schema::<PluginReport>("plugins-show", "tackle plugins show --json"),
        schema::<PluginsCheckReport>("plugins-check", "tackle plugins check --json"),
        schema::<SwitchReport>("plugins-enable", "tackle plugins enable --json"),
        schema::<SwitchReport>("plugins-disable", "tackle plugins disable --json"),
        schema::<SwitchReport>("plugins-on", "tackle plugins on --json"),
        schema::<SwitchReport>("plugins-off", "tackle plugins off --json"),
        schema::<missions::list::ListReport>("missions-list", "tackle missions list --json"),
        schema::<missions::show::ShowReport<'_>>("missions-show", "tackle missions show --json"),
        schema::<missions::cancel::CancelReport>(
            "missions-cancel",
            "tackle missions cancel --json",
        ),
        schema::<sessions::list::ListReport>("sessions-list", "tackle sessions list --json"),
        schema::<sessions::show::ShowReport>("sessions-show", "tackle sessions show --json"),
        schema::<sessions::new::SessionOnly>("sessions-new", "tackle sessions new --json"),
        schema::<sessions::delete::DeleteReport>(
            "sessions-delete",
            "tackle sessions delete --json",
        ),
        schema::<sessions::send::SendReport>("sessions-send", "tackle sessions send --json"),
        schema::<WhyReport<'_>>("why", "tackle why --json"),
        schema::<DashboardReport>("dashboard", "tackle dashboard --json"),
        schema::<DemoReport>("demo", "tackle demo --json"),
    ]
}

/// A schema of what is written, not of what might be read: a key that is always there is required.
fn schema<T: JsonSchema>(name: &'static str, title: &str) -> (&'static str, Value) {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    let comment =
        "@generated by `cargo xtask codegen`: keys may be added, never renamed or dropped";
    let head = [
        ("$schema", schema.remove("$schema").unwrap_or_default()),
        ("$comment", comment.into()),
        ("title", title.into()),
    ];
    let head = head.into_iter().map(|(key, value)| (key.to_owned(), value));
    let rest = schema.as_object().cloned().into_iter().flatten();
    (
        name,
        head.chain(rest.filter(|it| it.0 != "title")).collect(),
    )
}
