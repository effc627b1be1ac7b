//! Who works: our own agent, or one of somebody else's.

use external_agents::AgentOptions;
use missions::{Agent, Builtin, Model, ModelCx, ModelError, Reply, Request};
use stdx::Pending;

use crate::context::Context;
use crate::error::CommandError;

/// Whether this names an agent of somebody else's.
pub(crate) fn is_external(spec: &str) -> bool {
    spec != "builtin" && !spec.starts_with("as:")
}

/// The agent of this name. One of somebody else's gets our environment, less what names a repository
/// of git: it needs its keys.
pub(crate) fn worker(
    context: &Context,
    (spec, model): (&str, Option<&str>),
) -> Result<Box<dyn Agent>, CommandError> {
    if !is_external(spec) {
        return Ok(Box::new(Builtin));
    }
    let is_gits = |name: &std::ffi::OsString| {
        let gits = procs::local_git_variables();
        gits.iter().any(|it| name == it)
    };
    let env = context.world.env.iter().filter(|it| !is_gits(it.0));
    let options = AgentOptions {
        env: env
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
        model: model.map(str::to_owned),
    };
    external_agents::agent(spec, options).map_err(|it| CommandError::usage(it.to_string()))
}

/// What a person should know before such an agent works.
pub(crate) fn remark(spec: &str) -> Option<&'static str> {
    let runs_its_own = is_external(spec) && !external_agents::asks_us(spec);
    runs_its_own.then_some(external_agents::NOT_OURS)
}

/// No model of ours: the agent of somebody else's brings its own, and nothing is judged without one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoModel;

impl Model for NoModel {
    fn name(&self) -> &'static str {
        "its own"
    }

    fn reply<'a>(
        &'a self,
        _request: Request<'a>,
        _cx: ModelCx<'a>,
    ) -> Pending<'a, Result<Reply, ModelError>> {
        let message = "no model is set for judging: set `models.judge` in your settings".to_owned();
        Box::pin(std::future::ready(Err(ModelError::Key { message })))
    }
}
