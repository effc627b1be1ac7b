//! Which hook files count, and loading them.

use std::path::Path;

use hooks_core::{
    Asking, Covered, DialectId, HookFile, HookPlace, LastTexts, Layer, LoadRequest, ManagedFile,
    NoLastTexts, Source, load,
};
use stdx::{Loaded, Problem};

use crate::context::Context;
use crate::error::CommandError;
use crate::wire::last_texts::{LastTextFiles, Use};
use crate::wire::plugins::PluginSet;
use crate::wire::plugins::hooks::is_loaded;
use crate::wire::rules::ProjectRules;
use crate::wire::trust_store::TrustStore;

/// Which files to load.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// Only this dialect's.
    pub(crate) dialect: Option<DialectId>,
    /// Only these files, each with its dialect: they count as the person's own.
    pub(crate) files: Option<Vec<HookPlace>>,
    /// Whether files of the repository need a decision.
    pub(crate) asking: Asking,
    /// Whether what the files say is kept for the moment in which one is half saved.
    pub(crate) last: Use,
}

/// Loads the layers of the project, managed ones included.
pub(crate) fn load_layers(context: &Context, scope: &Scope) -> Loaded<Vec<Layer>> {
    let trust = TrustStore::read(&context.roots, &context.settings.trusted_folders);
    let kept = last_texts(context, scope.last);
    let (asking, last): (Asking, &dyn LastTexts) = match scope.files {
        Some(_) => (Asking::Waived, &NoLastTexts),
        None => (scope.asking, &kept),
    };
    let plugins = plugins(context, scope);
    let request = LoadRequest {
        places: places(context, scope),
        plugins: plugin_files(context, scope, &plugins),
        managed: managed(context, scope),
        roots: &context.roots,
        dialects: &context.world.dialects,
        trust: &trust,
        asking,
        last,
        files: &context.files,
    };
    let mut res = load(&request);
    if let Some(dialect) = scope.dialect {
        res.value.retain(|it| it.dialect == dialect);
    }
    plugins.fill(context, &mut res.value);
    managed_switches(context, &mut res.value);
    res.problems
        .extend(other_problems(context, scope, &plugins));
    res.problems.extend(trust.problems());
    res
}

/// What was wrong with plugins and with our settings.
fn other_problems(context: &Context, scope: &Scope, plugins: &PluginSet) -> Vec<Problem> {
    let counts = |it| is_loaded(context, it, scope.dialect);
    let mut res = plugins.hook_problems(counts);
    res.extend(context.settings.problems.iter().cloned());
    res
}

/// Where what files said last is kept.
fn last_texts(context: &Context, use_of: Use) -> LastTextFiles {
    let folder = context.roots.home.join("state/last-good");
    LastTextFiles::new(folder, context.world.clock.clone(), use_of)
}

pub(crate) fn places(context: &Context, scope: &Scope) -> Vec<HookPlace> {
    if let Some(files) = &scope.files {
        return files.clone();
    }
    let loaded = |it: &DialectId| match (scope.dialect, &context.settings.dialects) {
        (Some(only), _) => *it == only,
        (None, Some(listed)) => listed.contains(it),
        (None, None) => true,
    };
    let dialects = DialectId::ALL.into_iter().filter(loaded);
    dialects
        .flat_map(|it| context.settings.places(&context.roots, it))
        .collect()
}

/// The plugins whose hooks may count. With named files, or for a dialect that plugins never speak,
/// their folders are not even looked for.
pub(crate) fn plugins(context: &Context, scope: &Scope) -> PluginSet {
    use DialectId::{ClaudeCode, NemocodeObserver, Tackle};

    let spoken = [Tackle, NemocodeObserver, ClaudeCode];
    let is_loaded = |it: &DialectId| is_loaded(context, *it, scope.dialect);
    match scope.files.is_none() && spoken.iter().any(is_loaded) {
        true => PluginSet::read(context),
        false => PluginSet::default(),
    }
}

/// The hook documents of these plugins, in the dialects in force.
pub(crate) fn plugin_files(context: &Context, scope: &Scope, plugins: &PluginSet) -> Vec<HookFile> {
    let mut files = plugins.active_hook_files(context);
    files.retain(|it| is_loaded(context, it.place.dialect, scope.dialect));
    files
}

/// What only managed settings can say: no hooks at all, or none but the organisation's.
fn managed_switches(context: &Context, layers: &mut [Layer]) {
    let governance = ProjectRules::managed(context).governance;
    for layer in layers {
        let switches = governance.switches(layer.dialect.as_str());
        if switches.disable_all_hooks {
            layer.silence("`disableAllHooks` in the managed settings");
        } else if switches.allow_managed_hooks_only && layer.source != Source::Managed {
            layer.silence("`allowManagedHooksOnly` in the managed settings");
        }
    }
}

/// The organisation's files. With named files alone only those are layers.
fn managed(context: &Context, scope: &Scope) -> Vec<ManagedFile> {
    if scope.files.is_some() {
        return Vec::new();
    }
    let managed = &context.world.managed;
    vec![
        ManagedFile {
            file: managed.tackle().to_owned(),
            root_dialect: DialectId::Tackle,
        },
        ManagedFile {
            file: managed.claude_code().to_owned(),
            root_dialect: DialectId::ClaudeCode,
        },
    ]
}

/// Reads `[DIALECT:]FILE`: the dialect by its word, else by the file's path.
pub(crate) fn named_file(
    context: &Context,
    text: &str,
    given: Option<DialectId>,
) -> Result<HookPlace, CommandError> {
    let (prefix, path) = match text.split_once(':') {
        Some((word, rest)) if DialectId::from_word(word).is_some() => {
            (DialectId::from_word(word), rest)
        }
        _ => (None, text),
    };
    let file = context.world.cwd.join(path);
    if !file.exists() {
        return Err(CommandError::fault(format!("there is no file `{path}`")));
    }
    let Some(dialect) = prefix.or_else(|| dialect_by_path(context, &file)).or(given) else {
        let known = DialectId::ALL.map(DialectId::as_str).join(", ");
        return Err(CommandError::usage(format!(
            "the dialect of `{path}` is not plain from its path"
        ))
        .hint(format!("put it in front: `DIALECT:{path}`, one of {known}")));
    };
    Ok(HookPlace {
        dialect,
        source: Source::User,
        file,
        covered: Covered::WholeFile,
        plugin: None,
    })
}

/// The dialect that a path speaks of, by the folder in which the file stands.
pub(crate) fn dialect_by_path(context: &Context, file: &Path) -> Option<DialectId> {
    let parent = file.parent()?;
    if parent == context.roots.app_data {
        return Some(DialectId::AgentV);
    }
    if parent == context.roots.home {
        return Some(DialectId::Tackle);
    }
    let folder = parent.file_name()?.to_str()?;
    let by_folder = match folder {
        ".claude" => Some(DialectId::ClaudeCode),
        ".neo" => Some(DialectId::Neo),
        ".neuralinverse" => Some(DialectId::Neuralinverse),
        ".vyotiq" => Some(DialectId::AgentV),
        ".tackle" => Some(DialectId::Tackle),
        ".nemocode" => Some(DialectId::Nemocode),
        _ => None,
    };
    by_folder.or_else(|| in_nemocode(file).then_some(DialectId::Nemocode))
}

fn in_nemocode(file: &Path) -> bool {
    file.components().any(|it| it.as_os_str() == ".nemocode")
}
