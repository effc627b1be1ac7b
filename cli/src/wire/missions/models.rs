//! The models of a mission, by what a person wrote.

use std::path::Path;
use std::sync::Arc;

use missions::{Model, Models, ScriptedModel};
use models::{ConnectOptions, ModelSpec, Secret, ways};
use stdx::fs::Limit;

use super::agents::RoleModels;
use super::workers::NoModel;
use crate::context::Context;
use crate::error::CommandError;
use crate::wire::settings::ROLES;

/// The largest script that is read.
const LIMIT: Limit = Limit::mebibytes(256);
/// What makes a model follow a script.
const SCRIPTED: &str = "scripted:";

/// The models of a mission.
#[derive(Debug)]
pub(crate) struct Chosen {
    /// Those of the agent, its helpers and its judge.
    pub(crate) models: Models,
    /// Those of roles.
    pub(crate) roles: RoleModels,
}

/// What a person chose: `--model`, else `models.default` of the settings.
pub(crate) fn choose(
    context: &Context,
    (spec, base_url): (Option<&str>, Option<&str>),
) -> Result<Chosen, CommandError> {
    let settings = &context.settings.models;
    let spec = spec.or_else(|| settings.get("default").map(String::as_str));
    let Some(spec) = spec else {
        return Err(none(context));
    };
    let main = connect(context, spec, base_url)?;
    let of_role = |role: &str| {
        let named = settings.get(role);
        // The address belongs to the server of the main model: another one's key must not go there.
        let is_same = |it: &&String| it.split(':').next() == spec.split(':').next();
        let address = base_url.filter(|_| named.as_ref().is_some_and(is_same));
        named.map(|it| connect(context, it, address)).transpose()
    };
    let (explore, delegate) = (of_role("explore")?, of_role("delegate")?);
    let judge = of_role("judge")?;
    // Names that agents from Claude's places use; one that cannot be reached is as if it had none.
    let is_name = |it: &&String| !ROLES.contains(&it.as_str());
    let names = settings.keys().filter(is_name);
    let named = names.filter_map(|it| Some((it.clone(), of_role(it).ok().flatten()?)));
    Ok(Chosen {
        models: Models {
            judge: judge.unwrap_or_else(|| Arc::clone(&main)),
            explore: explore.clone().unwrap_or_else(|| Arc::clone(&main)),
            main,
        },
        roles: RoleModels {
            explore,
            delegate,
            named: named.collect(),
        },
    })
}

/// The models beside an agent of somebody else's: those of the settings, as far as there are any.
pub(crate) fn beside(context: &Context) -> Result<Chosen, CommandError> {
    let settings = &context.settings.models;
    if settings.contains_key("default") {
        return choose(context, (None, None));
    }
    let judge = settings.get("judge");
    let judge = judge.map(|it| connect(context, it, None)).transpose()?;
    let none: Arc<dyn Model> = Arc::new(NoModel);
    Ok(Chosen {
        models: Models {
            judge: judge.unwrap_or_else(|| Arc::clone(&none)),
            explore: Arc::clone(&none),
            main: none,
        },
        roles: RoleModels::default(),
    })
}

/// The model that `spec` names.
pub(crate) fn connect(
    context: &Context,
    spec: &str,
    base_url: Option<&str>,
) -> Result<Arc<dyn Model>, CommandError> {
    if let Some(file) = spec.strip_prefix(SCRIPTED) {
        return scripted(&context.world.cwd.join(file), spec);
    }
    let spec =
        ModelSpec::parse(spec).map_err(|it| CommandError::usage(it.to_string()).hint(it.hint()))?;
    let variable = |name: &str| {
        let value = context.world.variable(name)?.to_str()?;
        Some(value.to_owned())
    };
    let mut options = ConnectOptions::new(
        spec.clone(),
        Arc::clone(&context.world.timer),
        Arc::clone(&context.world.clock),
    );
    let address = base_url.map(str::to_owned);
    options.base_url = address.or_else(|| variable(spec.wire.address_variable()));
    options.key = variable(spec.wire.key_variable()).and_then(|it| Secret::new(&it));
    models::connect(options).map_err(|it| {
        let error = CommandError::usage(it.to_string());
        match it.hint() {
            Some(hint) => error.hint(hint),
            None => error,
        }
    })
}

fn scripted(file: &Path, name: &str) -> Result<Arc<dyn Model>, CommandError> {
    let bytes = stdx::fs::read(file, LIMIT)?;
    let model = ScriptedModel::read(name, &bytes).map_err(|it| {
        CommandError::usage(format!(
            "the script `{}` cannot be used: {it}",
            file.display()
        ))
        .hint("a script is `{\"steps\": [{\"tool\": …, \"input\": {…}}, {\"text\": …}]}`")
    })?;
    Ok(Arc::new(model))
}

/// No model was named: which could be used, and how.
fn none(context: &Context) -> CommandError {
    let variables =
        context.world.env.iter().filter_map(|(name, value)| {
            Some((name.to_str()?.to_owned(), value.to_str()?.to_owned()))
        });
    let ways = ways(&variables.collect());
    let error = CommandError::usage("no model was named");
    let error = ways
        .into_iter()
        .fold(error, |error, it| error.hint(it.line));
    error
        .hint("`--model scripted:FILE`: follows a script, without a model")
        .hint("`models.default` in your settings saves the option")
}
