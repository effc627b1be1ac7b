//! `tackle hooks trust list`: the files of this project, and every decision that is remembered
//! [V-21, V-24].

use hooks_core::{Trust, TrustDecision, TrustState};
use serde_json::{Value, json};

use super::found::{self, Found};
use super::{TrustTarget, store};
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, Style, Table, counted, painted};
use crate::wire::trust_store::Remembered;

/// Runs the command.
pub(super) fn run(context: &mut Context, target: &TrustTarget) -> Result<u8, CommandError> {
    let files = found::in_project(context, target)?;
    let store = store(context);
    let remembered = store.remembered();
    if context.format == Format::Json {
        let value = json!({
            "project": {
                "dir": render::path_text(&context.roots.repository),
                "trusted_folder": store.trusts_folder(&context.roots.repository),
                "files": files.iter().map(|it| it.json(it.trust.as_str())).collect::<Vec<_>>(),
            },
            "decisions": remembered.iter().map(decision_json).collect::<Vec<_>>(),
            "problems": store.problems(),
        });
        render::json_line(&mut context.world.stdout, &value)?;
        return Ok(exit::DONE);
    }
    if store.trusts_folder(&context.roots.repository) {
        writeln!(
            context.world.stdout,
            "this project stands in a trusted folder: nothing is asked\n"
        )?;
    }
    project(context, &files)?;
    decisions(context, &remembered)?;
    Ok(exit::DONE)
}

fn decision_json(it: &Remembered) -> Value {
    let (workspace, file) = (
        render::path_text(&it.workspace),
        render::path_text(&it.file),
    );
    let word = word(it.decision);
    json!({ "workspace": workspace, "file": file, "decision": word, "decided_at": it.decided_at })
}

fn word(decision: TrustDecision) -> &'static str {
    match decision {
        TrustDecision::Allow => "allow",
        TrustDecision::Deny => "deny",
    }
}

fn project(context: &mut Context, files: &[Found]) -> Result<(), CommandError> {
    let paint = context.paint;
    let title = format!(
        "Hook files of {}",
        render::flat(&context.roots.repository.to_string_lossy())
    );
    writeln!(
        context.world.stdout,
        "{}",
        painted(paint, Style::Strong, &title)
    )?;
    if files.is_empty() {
        writeln!(context.world.stdout, "  none came with this project")?;
    }
    let mut table = Table::default().indented(2);
    for file in files {
        table.row([
            (Style::of_trust(file.trust), file.trust.as_str().to_owned()),
            (Style::Plain, render::shown_path(context, &file.place.file)),
            (Style::Faint, counted(file.config.handlers.len(), "hook")),
            (Style::Faint, file.place.dialect.to_string()),
        ]);
    }
    table.print(&mut context.world.stdout, paint)?;
    if files
        .iter()
        .any(|it| matches!(it.trust, TrustState::Undecided | TrustState::Changed))
    {
        writeln!(
            context.world.stdout,
            "\n`tackle hooks trust allow` shows what they run and asks"
        )?;
    }
    Ok(())
}

fn decisions(context: &mut Context, remembered: &[Remembered]) -> Result<(), CommandError> {
    if remembered.is_empty() {
        return Ok(());
    }
    let paint = context.paint;
    let out = &mut context.world.stdout;
    writeln!(
        out,
        "\n{}",
        painted(paint, Style::Strong, "Remembered decisions")
    )?;
    let mut table = Table::default().indented(2);
    for it in remembered {
        let style = match it.decision {
            TrustDecision::Allow => Style::Good,
            TrustDecision::Deny => Style::Bad,
        };
        let time = it.decided_at.clone().unwrap_or_default();
        let file = it.file.to_string_lossy().into_owned();
        table.row([
            (style, word(it.decision).to_owned()),
            (Style::Plain, file),
            (Style::Faint, time),
        ]);
    }
    table.print(out, paint)?;
    writeln!(
        out,
        "\n`tackle hooks trust forget DIR` forgets what was decided about a project"
    )?;
    Ok(())
}
