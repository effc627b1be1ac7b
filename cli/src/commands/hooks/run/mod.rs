//! `tackle hooks run`: fires one event exactly as a mission would.

use std::collections::BTreeSet;
use std::io::Write;
use std::mem::ManuallyDrop;

use hooks_core::{
    Asking, BackgroundRun, Dispatch, DispatchCx, Engine, Event, EventName, HookRun, Layer, Moment,
    Outcome, Plan, Trail, Verdict,
};
use stdx::{Loaded, Problem, block_on, join_all};

use self::options::RunOptions;
use self::permission::{Permission, Proceeds};
use crate::commands::hooks::layers::{Scope, load_layers, named_file};
use crate::commands::hooks::trust::{self, Answer};
use crate::context::{Context, Format};
use crate::error::{CommandError, ErrorKind};
use crate::exit;
use crate::wire::last_texts::Use;
use crate::wire::rules::ProjectRules;
use crate::wire::{engine, run_log};

pub(crate) mod ask;
mod event;
mod human;
pub(crate) mod options;
pub(crate) mod permission;
pub(crate) mod report;
mod words;

/// What one fired event led to.
#[derive(Debug)]
pub(crate) struct Fired {
    /// The event as it was fired.
    pub(crate) event: Event,
    /// The word that was typed for it.
    pub(crate) word: String,
    /// What the hooks say.
    pub(crate) outcome: Outcome,
    /// What the rules say of the final input.
    pub(crate) permission: Permission,
    /// Whether it goes ahead.
    pub(crate) proceeds: Proceeds,
}

/// All that a dispatch stands on.
#[derive(Debug)]
pub(crate) struct Ground {
    /// The event.
    pub(crate) event: Event,
    /// The hook files, and what was wrong with them.
    pub(crate) layers: Loaded<Vec<Layer>>,
    /// The permission rules.
    pub(crate) rules: ProjectRules,
    /// The hook commands that a person approved.
    pub(crate) approved: BTreeSet<String>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &RunOptions) -> Result<u8, CommandError> {
    let (event, known) = event::build(context, options)?;
    let scope = scope(context, options)?;
    let mut layers = load_layers(context, &scope);
    let rules = permission::rules(context, options, &scope, &event);
    if options.dry_run {
        let ground = Ground {
            event,
            layers,
            rules,
            approved: BTreeSet::new(),
        };
        return dry_run(context, options, ground);
    }
    let may_ask = ask::somebody_is_there(context)
        && !ask::held_back(context, &layers.value, &event).is_empty();
    if may_ask && trust::ask_for_project(context)? == Answer::Yes {
        layers = load_layers(context, &scope);
    }
    let approved = ask::approvals(context, &rules, &layers.value, &event)?;
    let (mut fired, background) = fire(
        context,
        options,
        Ground {
            event,
            layers,
            rules,
            approved,
        },
    );
    fired.word = known.word;
    let interrupted = context.world.cancel.is_cancelled();
    let printed = match interrupted {
        true => Ok(()),
        false => print(context, options, &fired),
    };
    let ended = drain(background);
    run_log::RunLog::of(context).append(&fired.event, &all_runs(&fired.outcome, &ended));
    if interrupted {
        // A guard that was broken off has not said yes.
        return Err(CommandError::fault("interrupted: nothing was decided"));
    }
    match printed {
        // Whoever stopped reading still gets the exit code that was asked for.
        Err(error) if error.kind != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(code(options, &fired)),
    }
}

/// The files that count.
fn scope(context: &Context, options: &RunOptions) -> Result<Scope, CommandError> {
    let named = options
        .config
        .iter()
        .map(|it| named_file(context, it, options.dialect));
    let files = named.collect::<Result<Vec<_>, _>>()?;
    Ok(Scope {
        dialect: options.dialect,
        files: Some(files).filter(|it| !it.is_empty()),
        asking: if options.trust_all {
            Asking::Waived
        } else {
            Asking::Needed
        },
        last: if options.dry_run {
            Use::Recall
        } else {
            Use::Keep
        },
    })
}

/// Fires the event: hooks before approval, rules on the final input, hooks after approval. The
/// question that may lie between is answered as `--approval` says; without it the hooks that speak
/// after a yes speak, and the answer stays open.
pub(crate) fn fire(
    context: &mut Context,
    options: &RunOptions,
    ground: Ground,
) -> (Fired, Vec<Background>) {
    let Ground {
        mut event,
        layers,
        rules,
        approved,
    } = ground;
    let problems = all_problems(&layers, &rules);
    make_data_folders(&layers.value, &event);
    // The process ends soon: taking a hundred hooks apart costs as much as reading them did.
    let engine = ManuallyDrop::new(engine::build(context, layers.value, &rules, approved));
    let cx = DispatchCx {
        cancel: context.world.cancel.clone(),
        trail: trail(context),
    };
    watch_signals(context, &engine, &event, &cx.trail);
    let before = block_on(engine.dispatch(&event, Moment::BeforeApproval, &cx));
    let Dispatch {
        mut outcome,
        mut background,
    } = before;
    take_input(&mut event, &outcome);
    let permission = if event.name == EventName::PreToolUse || outcome.input.is_some() {
        permission::decide(context, options, &event, &rules)
    } else {
        Permission::default()
    };
    let mut proceeds =
        permission::proceeds(&event, &outcome, &permission).answered(options.approval);
    let goes_on = match event.name {
        EventName::PreToolUse => proceeds != Proceeds::No,
        // An end is an end unless somebody keeps the agent going.
        EventName::Stop => outcome.keep_going.is_none(),
        _ => false,
    };
    if goes_on {
        let after = block_on(engine.dispatch(&event, Moment::AfterApproval, &cx));
        background.extend(after.background);
        outcome = together(outcome, after.outcome);
        proceeds = permission::proceeds(&event, &outcome, &permission).answered(options.approval);
    }
    outcome.problems.splice(0..0, problems);
    (
        Fired {
            event,
            word: String::new(),
            outcome,
            permission,
            proceeds,
        },
        background,
    )
}

/// The folders for data of the plugins whose hooks may run now: a hook finds its folder there.
fn make_data_folders(layers: &[Layer], event: &Event) {
    let runs = |it: &&Layer| {
        it.trust.runs()
            && it
                .handlers
                .iter()
                .any(|handler| handler.event == event.name)
    };
    let plugins = layers
        .iter()
        .filter(runs)
        .filter_map(|it| it.plugin.as_ref());
    for folder in plugins.filter_map(|it| it.data.as_ref()) {
        // A hook that needs it says so itself.
        let _ = std::fs::create_dir_all(folder);
    }
}

/// Ties Ctrl-C to cancellation, if a hook is going to run: a command that starts none needs no thread
/// that waits for signals.
fn watch_signals(context: &Context, engine: &Engine, event: &Event, trail: &Trail) {
    let Some(on_start) = context.world.on_start else {
        return;
    };
    let moments = [Moment::BeforeApproval, Moment::AfterApproval];
    if moments
        .iter()
        .any(|it| engine.plan(event, *it, trail).starts_something())
    {
        on_start(&context.world.cancel);
    }
}

/// What was wrong with the files, in the order in which they were read.
fn all_problems(layers: &Loaded<Vec<Layer>>, rules: &ProjectRules) -> Vec<Problem> {
    let own = layers.value.iter().flat_map(|it| &it.problems);
    layers
        .problems
        .iter()
        .chain(own)
        .chain(&rules.problems)
        .cloned()
        .collect()
}

/// A run that goes on beside the work.
pub(crate) type Background = stdx::Pending<'static, BackgroundRun>;

fn trail(context: &Context) -> Trail {
    let line = context.world.variable("TACKLE_TRAIL");
    line.map(|it| Trail::from_line(&it.to_string_lossy()))
        .unwrap_or_default()
}

fn take_input(event: &mut Event, outcome: &Outcome) {
    if let (Some(tool), Some(input)) = (event.tool.as_mut(), &outcome.input) {
        tool.input.clone_from(input);
    }
}

/// The two moments of one tool call as one outcome.
fn together(mut before: Outcome, after: Outcome) -> Outcome {
    if after.verdict.blocks() || before.verdict == Verdict::None {
        before.verdict = after.verdict;
    }
    if before.verdict.blocks() {
        before.input = None;
    }
    before.contexts.extend(after.contexts);
    before.notes.extend(after.notes);
    before.feedback.extend(after.feedback);
    before.halt = before.halt.or(after.halt);
    before.runs.extend(after.runs);
    before.held_back.extend(after.held_back);
    before.problems.extend(after.problems);
    before
}

/// Waits for the runs beside the work, up to their own time-outs.
pub(crate) fn drain(background: Vec<Background>) -> Vec<BackgroundRun> {
    block_on(join_all(background))
}

/// Every run with its end, those beside the work included.
pub(crate) fn all_runs(outcome: &Outcome, ended: &[BackgroundRun]) -> Vec<HookRun> {
    let still = |it: &&HookRun| {
        !ended
            .iter()
            .any(|end| end.line.id == it.id && it.status == hooks_core::RunStatus::Background)
    };
    let awaited = outcome.runs.iter().filter(still).cloned();
    awaited
        .chain(ended.iter().map(|it| it.line.clone()))
        .collect()
}

fn print(context: &mut Context, options: &RunOptions, fired: &Fired) -> Result<(), CommandError> {
    match context.format {
        Format::Json => {
            let value = report::json(options, fired);
            crate::render::json_line(&mut context.world.stdout, &value)?;
        }
        Format::Human => human::print(context, fired)?,
    }
    context.world.stdout.flush()?;
    Ok(())
}

fn dry_run(
    context: &mut Context,
    options: &RunOptions,
    ground: Ground,
) -> Result<u8, CommandError> {
    let Ground {
        event,
        layers,
        rules,
        approved,
    } = ground;
    let problems = all_problems(&layers, &rules);
    let engine = engine::build(context, layers.value, &rules, approved);
    let trail = trail(context);
    let plans =
        [Moment::BeforeApproval, Moment::AfterApproval].map(|it| engine.plan(&event, it, &trail));
    let outcome = planned(plans, problems);
    let permission = permission::decide(context, options, &event, &rules);
    let proceeds = permission::proceeds(&event, &outcome, &permission);
    let word = options.event.clone();
    let fired = Fired {
        event,
        word,
        outcome,
        permission,
        proceeds,
    };
    print(context, options, &fired)?;
    Ok(code(options, &fired))
}

/// The plan as an outcome in which nothing has run.
fn planned(plans: [Plan; 2], problems: Vec<Problem>) -> Outcome {
    let mut outcome = Outcome {
        problems,
        ..Outcome::default()
    };
    for plan in plans {
        outcome.problems.extend(plan.problems);
        outcome.held_back.extend(plan.held_back);
        let picks = plan.chains.iter().flat_map(|it| &it.picks);
        outcome
            .runs
            .extend(picks.map(hooks_core::Pick::planned_line));
    }
    outcome
}

/// With `--exit-code` a block is 1, and so are a rule that refuses the call and a held-back hook that
/// would have run.
fn code(options: &RunOptions, fired: &Fired) -> u8 {
    let no = fired.outcome.verdict.blocks()
        || fired.proceeds == Proceeds::No
        || !fired.outcome.held_back.is_empty();
    if options.exit_code && no {
        exit::NO
    } else {
        exit::DONE
    }
}
