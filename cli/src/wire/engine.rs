//! Builds the engine: layers, backends and ports.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hooks_cmd::{BaseEnvironment, CommandBackend};
use hooks_core::{Engine, HookBackend, Layer, OnFailure, Ports};
use hooks_http::{HttpBackend, HttpOptions, UrlPolicy};

use crate::context::Context;
use crate::wire::governance::ManagedGovernance;
use crate::wire::long_texts::LongTextFiles;
use crate::wire::once::OnceFiles;
use crate::wire::rules::{ProjectRules, RuleGrammar};
use crate::world::Backends;

/// The engine over the loaded layers. `approved` are the hook commands that a person said yes to.
pub(crate) fn build(
    context: &Context,
    layers: Vec<Layer>,
    rules: &ProjectRules,
    approved: BTreeSet<String>,
) -> Engine {
    let ports = ports(context, &layers, (rules, approved));
    Engine::new(layers, &context.world.dialects, ports)
}

/// What an engine over these layers stands on.
pub(crate) fn ports(
    context: &Context,
    layers: &[Layer],
    (rules, approved): (&ProjectRules, BTreeSet<String>),
) -> Ports {
    let roots = &context.roots;
    let state = roots.home.join("state");
    let governance =
        ManagedGovernance::new(rules.governance.clone(), &roots.repository, &roots.user);
    Ports {
        backends: backends(context, url_policy(layers)),
        governance: Some(Arc::new(governance.approving(approved))),
        rules: Some(Arc::new(RuleGrammar {
            home: roots.user.clone(),
        })),
        once: Some(Arc::new(OnceFiles {
            folder: state.join("once"),
            project: roots.repository.clone(),
        })),
        long_texts: Some(Arc::new(LongTextFiles {
            folder: state.join("long-texts"),
        })),
        managed_failure: if rules.strict_hooks() {
            OnFailure::Block
        } else {
            OnFailure::Proceed
        },
    }
}

/// What runs hooks.
pub(crate) fn backends(context: &Context, policy: UrlPolicy) -> Vec<Arc<dyn HookBackend>> {
    match &context.world.backends {
        Backends::Given(backends) => backends.clone(),
        Backends::Real => vec![Arc::new(command(context)), Arc::new(http(context, policy))],
    }
}

/// What the files in force say about HTTP hooks, their lists joined. A file that nobody allowed
/// neither widens nor narrows.
fn url_policy(layers: &[Layer]) -> UrlPolicy {
    let in_force = || {
        layers
            .iter()
            .filter(|it| it.trust.runs())
            .map(|it| &it.http)
    };
    let joined = |lists: Vec<&Vec<String>>| match lists.as_slice() {
        [] => None,
        lists => Some(lists.iter().flat_map(|it| it.iter().cloned()).collect()),
    };
    UrlPolicy {
        allowed: joined(in_force().filter_map(|it| it.urls.as_ref()).collect()),
        allowed_variables: joined(in_force().filter_map(|it| it.variables.as_ref()).collect()),
    }
}

fn command(context: &Context) -> CommandBackend {
    let variables = context
        .world
        .env
        .iter()
        .map(|(name, value)| (name.clone(), value.clone()));
    let keep = context.settings.keep_variables.iter().map(Into::into);
    CommandBackend::new(BaseEnvironment::new(variables).keeping(keep))
}

/// Headers may name variables whose values are text.
fn http(context: &Context, policy: UrlPolicy) -> HttpBackend {
    let variables: BTreeMap<String, String> = context
        .world
        .env
        .iter()
        .filter_map(|(name, value)| Some((name.to_str()?.to_owned(), value.to_str()?.to_owned())))
        .collect();
    HttpBackend::new(HttpOptions {
        variables: Arc::new(variables),
        policy,
        clock: Arc::clone(&context.world.clock),
        timer: Arc::clone(&context.world.timer),
    })
}
