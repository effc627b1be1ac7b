//! Questions before the first hook runs: only a person at the keyboard approves.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};

use hooks_core::{Event, HandlerKind, HeldBack, Layer, Moment, Plan, Trail, Turn};
use permissions::GovernanceDecision;

use crate::context::Context;
use crate::error::CommandError;
use crate::wire::engine;
use crate::wire::governance::ManagedGovernance;
use crate::wire::rules::ProjectRules;

/// Whether somebody is there to answer.
pub(super) fn somebody_is_there(context: &Context) -> bool {
    context.world.terminal.stdin && context.world.terminal.stderr
}

/// The layers whose hooks would run for the event and are held back.
pub(super) fn held_back(context: &Context, layers: &[Layer], event: &Event) -> Vec<HeldBack> {
    if layers.iter().all(|it| it.trust.runs()) {
        return Vec::new();
    }
    let mut held = Vec::new();
    for plan in plans(context, layers, event) {
        held.extend(plan.held_back);
    }
    held
}

fn plans(context: &Context, layers: &[Layer], event: &Event) -> [Plan; 2] {
    let engine = engine::build(
        context,
        layers.to_vec(),
        &ProjectRules::default(),
        BTreeSet::new(),
    );
    let trail = Trail::default();
    [Moment::BeforeApproval, Moment::AfterApproval].map(|it| engine.plan(event, it, &trail))
}

/// Asks about hook commands that governance wants a person's yes for, once a session. The
/// answer is the set of commands that may start.
pub(super) fn approvals(
    context: &mut Context,
    rules: &ProjectRules,
    layers: &[Layer],
    event: &Event,
) -> Result<BTreeSet<String>, CommandError> {
    let mut approved = BTreeSet::new();
    if !rules.governs() {
        return Ok(approved);
    }
    for command in in_need(context, rules, layers, event) {
        let mark = mark(context, event, &command);
        let yes = mark.exists() || somebody_is_there(context) && ask_about(context, &command)?;
        if yes {
            // A mark that cannot be kept means one more question, no more.
            drop(stdx::fs::write_atomic(
                &mark,
                b"",
                stdx::fs::Access::OwnerOnly,
            ));
            approved.insert(command);
        }
    }
    Ok(approved)
}

/// The commands that would start and need a yes.
fn in_need(
    context: &Context,
    rules: &ProjectRules,
    layers: &[Layer],
    event: &Event,
) -> Vec<String> {
    let roots = &context.roots;
    let governance =
        ManagedGovernance::new(rules.governance.clone(), &roots.repository, &roots.user);
    let mut res: Vec<String> = Vec::new();
    for plan in plans(context, layers, event) {
        for pick in plan.chains.iter().flat_map(|it| &it.picks) {
            let starts = !matches!(pick.turn, Turn::Skipped { .. })
                && pick.handler.action.kind() == HandlerKind::Command;
            let decision = governance.decide(&pick.handler, &pick.layer, &event.session.cwd);
            let command = pick.handler.action.summary();
            if starts
                && matches!(decision, GovernanceDecision::NeedsApproval { .. })
                && !res.contains(&command)
            {
                res.push(command);
            }
        }
    }
    res
}

fn mark(context: &Context, event: &Event, command: &str) -> std::path::PathBuf {
    let project = context.roots.repository.to_string_lossy();
    let key = format!("{project}\n{}\n{command}", event.session.id);
    let name = stdx::sha256_hex(key.as_bytes());
    context.roots.home.join("state/approved").join(name)
}

fn ask_about(context: &mut Context, command: &str) -> Result<bool, CommandError> {
    // The whole command: nobody approves a tail that they cannot see.
    let shown = crate::render::flat(command);
    write!(
        context.world.stderr,
        "your organisation wants a person's yes before this hook runs:\n  {shown}\nrun it in this session? [y/N] "
    )?;
    context.world.stderr.flush()?;
    answer(context)
}

/// A line from the keyboard; anything but a clear yes is a no.
pub(crate) fn answer(context: &mut Context) -> Result<bool, CommandError> {
    let mut line = Vec::new();
    BufReader::with_capacity(1, &mut context.world.stdin).read_until(b'\n', &mut line)?;
    let line = String::from_utf8_lossy(&line).trim().to_lowercase();
    Ok(matches!(line.as_str(), "y" | "yes"))
}
