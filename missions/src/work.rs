//! A mission from its first event to its last.

use std::future::poll_fn;

use crate::agent::{Agent, Host};
use crate::deps::Deps;
use crate::fact::{Arrival, EndReason, Fact, Start, Trigger};
use crate::gate::HookVerdict;
use crate::goal::{Goal, GoalEnd};
use crate::judge::Looked;
use crate::mission::Status;
use crate::ports::{Scene, Shown};
use crate::run::{Opening, Run, TurnEnd};
use crate::spec::{MissionEnd, MissionKind, MissionSpec};
use crate::transcript::Line;

/// Rounds in a row in which nothing was changed, before a goal counts as stuck.
const IDLE_ROUNDS: u32 = 2;

/// How work ended, before the last events.
struct Ended {
    status: Status,
    summary: String,
}

/// Runs a mission to its end. Whatever happens, its last events are fired and everything it started
/// beside the work is ended.
pub async fn run_mission(deps: Deps, spec: MissionSpec, agent: &mut dyn Agent) -> MissionEnd {
    let mut work = Work::new(deps, spec, agent);
    let ended = work.whole().await;
    work.end(&ended).await;
    let account = &work.host.run.deps.account;
    MissionEnd {
        usage: account.used(),
        tool_calls: account.tool_calls(),
        cost: account.cost(),
        status: ended.status,
        summary: ended.summary,
        goal: work.looked,
    }
}

struct Work<'a> {
    agent: &'a mut dyn Agent,
    host: Host,
    prompt: String,
    kind: MissionKind,
    goal: Option<Goal>,
    start: Option<Start>,
    broken_off: Vec<crate::Message>,
    looked: Option<GoalEnd>,
    idle: u32,
    continuations: u32,
}

impl<'a> Work<'a> {
    fn new(deps: Deps, spec: MissionSpec, agent: &'a mut dyn Agent) -> Work<'a> {
        let broken_off = spec.history.broken_off();
        let scene = Scene {
            session: spec.session,
            mission: spec.id,
            transcript: deps.transcript.path().to_owned(),
            cwd: spec.cwd,
            project: spec.project,
            helper: None,
            trail: String::new(),
            granted: Vec::new(),
            cancel: spec.cancel,
        };
        let opening = Opening {
            system: spec.system,
            messages: spec.history.messages,
            n_results: spec.history.n_results,
        };
        Work {
            agent,
            host: Host {
                run: Run::main(deps, scene, opening),
            },
            prompt: spec.prompt,
            kind: spec.kind,
            goal: spec.goal,
            start: spec.start,
            broken_off,
            looked: None,
            idle: 0,
            continuations: 0,
        }
    }

    async fn whole(&mut self) -> Ended {
        if self.kind == MissionKind::Compact {
            return self.compact().await;
        }
        match self.begin().await {
            Ok(instruction) => self.rounds(instruction).await,
            Err(ended) => ended,
        }
    }

    async fn compact(&mut self) -> Ended {
        match self.compacted().await {
            Ok(true) => Ended::new(Status::Done, "the conversation was summarised"),
            Ok(false) => Ended::new(
                Status::Blocked,
                "there is nothing to summarise, or a hook forbade it",
            ),
            Err(ended) => ended,
        }
    }

    async fn compacted(&mut self) -> Result<bool, Ended> {
        let contexts = self.open().await?;
        let is_done = self.host.run.compact(Trigger::Manual).await;
        let is_done = is_done.map_err(ended)?;
        for text in contexts {
            let pushed = self.host.run.push(crate::Message::User(text), None);
            pushed.map_err(ended)?;
        }
        Ok(is_done)
    }

    /// Results for the calls that broke off, then the session's start; what hooks add to it.
    async fn open(&mut self) -> Result<Vec<String>, Ended> {
        for message in std::mem::take(&mut self.broken_off) {
            self.host.run.n_results += 1;
            self.host.run.push(message, None).map_err(ended)?;
        }
        Ok(match self.start {
            Some(start) => self.host.run.fire(Fact::SessionStart(start)).await.contexts,
            None => Vec::new(),
        })
    }

    /// The session's start, then the prompt.
    async fn begin(&mut self) -> Result<String, Ended> {
        let mut contexts = self.open().await?;
        let prompt = Fact::Prompt {
            text: &self.prompt,
            arrival: Arrival::First,
        };
        let says = self.host.run.fire(prompt).await;
        if let HookVerdict::Block { reason, .. } = says.verdict {
            return Err(Ended::new(Status::Blocked, reason));
        }
        if let Some(reason) = says.halt {
            return Err(Ended::new(Status::Blocked, reason));
        }
        contexts.extend(says.contexts);
        Ok(contexts
            .into_iter()
            .fold(self.prompt.clone(), |text, it| format!("{text}\n\n{it}")))
    }

    /// Turn after turn, until neither a hook nor the goal wants another.
    async fn rounds(&mut self, mut instruction: String) -> Ended {
        loop {
            self.host.run.n_acts = 0;
            let text = match self.turn(instruction).await {
                TurnEnd::Finished(text) => text,
                other => return ended(other),
            };
            if let Some(reason) = self.host.scene().cancel.reason() {
                return Ended::new(Status::Cancelled, reason);
            }
            match self.next(&text).await {
                Ok(reason) => instruction = reason,
                Err(ended) => return ended,
            }
        }
    }

    /// One turn, within the time that is left. When time is up the turn is cancelled and waited for, so
    /// that whatever runs ends in good order.
    async fn turn(&mut self, instruction: String) -> TurnEnd {
        let deps = self.host.run.deps.clone();
        let Some(left) = deps.account.time_left(deps.clock.now()) else {
            return self.agent.turn(instruction, &mut self.host).await;
        };
        let cancel = self.host.scene().cancel.clone();
        let mut alarm = deps.timer.sleep(left);
        let mut turn = self.agent.turn(instruction, &mut self.host);
        let mut is_up = false;
        let end = poll_fn(|cx| {
            if !is_up && alarm.as_mut().poll(cx).is_ready() {
                is_up = true;
                cancel.cancel("the budget of time is used up");
            }
            turn.as_mut().poll(cx)
        });
        let end = end.await;
        match (is_up, deps.account.reserve(0, deps.clock.now())) {
            (true, Err(exhausted)) => TurnEnd::OverBudget(exhausted),
            _ => end,
        }
    }

    /// Why the agent goes on; else how it ended.
    async fn next(&mut self, text: &str) -> Result<String, Ended> {
        let stop = Fact::Stop {
            last_message: text,
            continuations: self.continuations,
        };
        let says = self.host.run.fire(stop).await;
        if let Some(reason) = says.halt {
            return Err(Ended::new(Status::Done, text_or(text, reason)));
        }
        if let Some(reason) = says.keep_going {
            self.continuations += 1;
            return Ok(reason);
        }
        let Some(goal) = self.goal.clone() else {
            return Err(Ended::new(Status::Done, text.to_owned()));
        };
        self.goal_round(&goal, text).await
    }

    async fn goal_round(&mut self, goal: &Goal, text: &str) -> Result<String, Ended> {
        let round = self.looked.as_ref().map_or(0, |it| it.rounds) + 1;
        let looked = self.host.run.look_at(goal).await.map_err(ended)?;
        let met = matches!(looked, Looked::Met { .. });
        let (reason, evidence) = looked.words();
        let shown = Shown::Judged {
            round,
            met,
            reason: &reason,
        };
        self.host.show(shown);
        self.looked = Some(GoalEnd {
            met,
            reason: reason.clone(),
            evidence,
            rounds: round,
        });
        match looked {
            Looked::Met { .. } => return Err(Ended::new(Status::Done, text.to_owned())),
            Looked::Impossible { .. } => {
                return Err(Ended::new(Status::Stuck, format!("impossible: {reason}")));
            }
            Looked::NotMet { .. } => {}
        }
        self.idle = match self.host.run.n_acts {
            0 => self.idle + 1,
            _ => 0,
        };
        let limit = self.host.run.deps.limits.goal_rounds;
        if round >= limit {
            let why = format!("the goal was not met in {limit} rounds: {reason}");
            return Err(Ended::new(Status::Stuck, why));
        }
        if self.idle >= IDLE_ROUNDS {
            let why = format!("nothing was changed for {IDLE_ROUNDS} rounds: {reason}");
            return Err(Ended::new(Status::Stuck, why));
        }
        // A goal's round is an instruction of its own: hooks that keep the agent going count anew.
        self.continuations = 0;
        Ok(format!("The goal is not met yet: {reason}\nGo on."))
    }

    /// The last events: completion, for missions that were completed alone, then the end.
    async fn end(&mut self, ended: &Ended) {
        let run = &self.host.run;
        if ended.status == Status::Done {
            let finished = Fact::Finished {
                summary: &ended.summary,
            };
            let _ = run.fire(finished).await;
        }
        let reason = match ended.status {
            Status::Done => EndReason::Done,
            Status::Cancelled => EndReason::Cancelled,
            _ => EndReason::Error,
        };
        let _ = run.fire(Fact::SessionEnd(reason)).await;
        for line in run.deps.hooks.close().await {
            run.deps.view.show(Shown::Hook(&line), &run.scene);
        }
        let fact = serde_json::json!({ "status": ended.status, "summary": ended.summary });
        // The mission is over; a full disk is told by the store, which keeps the same.
        let _ = run.write(Line::Note {
            subtype: "mission_end",
            fact: &fact,
        });
    }
}

impl Ended {
    fn new(status: Status, summary: impl Into<String>) -> Ended {
        Ended {
            status,
            summary: summary.into(),
        }
    }
}

fn text_or(text: &str, other: String) -> String {
    match text.trim().is_empty() {
        true => other,
        false => text.to_owned(),
    }
}

fn ended(end: TurnEnd) -> Ended {
    match end {
        TurnEnd::Finished(text) => Ended::new(Status::Done, text),
        TurnEnd::Halted(why) => {
            Ended::new(Status::Blocked, format!("a hook stopped the work: {why}"))
        }
        TurnEnd::Cancelled(why) => Ended::new(Status::Cancelled, why),
        TurnEnd::OverBudget(why) => Ended::new(Status::OverBudget, why.to_string()),
        TurnEnd::Stuck(why) => Ended::new(Status::Stuck, why),
        TurnEnd::Failed(why) => Ended::new(Status::Failed, why),
    }
}
