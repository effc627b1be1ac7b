//! The hooks of plugins on their way to `hooks-core`: documents in, words of commands filled.

use hooks_core::{
    Action, CommandLine, Covered, DialectId, Handler, HookFile, HookPlace, Layer, PluginFolders,
    Shell, Skipped, Source,
};
use plugins::{HookPower, Plugin, PluginWords, Product, RawPart, TextKind};
use stdx::{Loaded, Problem, Severity};

use super::PluginSet;
use crate::context::Context;

/// The dialect that hooks of a plugin obey.
pub(crate) fn dialect_of(plugin: &Plugin) -> DialectId {
    match plugin.hook_power() {
        HookPower::Observer => DialectId::NemocodeObserver,
        HookPower::Full(Product::Tackle) => DialectId::Tackle,
        HookPower::Full(Product::Nemocode) => DialectId::Nemocode,
        HookPower::Full(Product::ClaudeCode) => DialectId::ClaudeCode,
    }
}

/// Whether hooks of a plugin count, by the dialects that were asked for or are in force. Observers
/// are the plugins of Nemocode, and come with it.
pub(crate) fn is_loaded(context: &Context, dialect: DialectId, only: Option<DialectId>) -> bool {
    let listed = context.settings.dialects.as_ref();
    match (only, listed) {
        (Some(only), _) => only == dialect,
        (None, None) => true,
        (None, Some(listed)) if dialect == DialectId::NemocodeObserver => {
            listed.contains(&dialect) || listed.contains(&DialectId::Nemocode)
        }
        (None, Some(listed)) => listed.contains(&dialect),
    }
}

impl PluginSet {
    /// The hook documents of one plugin.
    pub(crate) fn hook_files(&self, context: &Context, plugin: &Plugin) -> Vec<HookFile> {
        let folders = self.folders(context, plugin);
        let mut n_inline = 0;
        let files = plugin.parts.hooks.iter().filter_map(|part| {
            let (file, covered, inline) = match part {
                RawPart::File(file) => (file.path.clone(), Covered::WholeFile, None),
                RawPart::Inline(document) => {
                    n_inline += 1;
                    let mut file = document.path().as_os_str().to_owned();
                    if n_inline > 1 {
                        // Each has a decision of its own.
                        file.push(format!("#{n_inline}"));
                    }
                    (file.into(), Covered::HooksPart, Some(document.clone()))
                }
                // Nothing is fetched.
                RawPart::Remote(_) => return None,
            };
            let place = HookPlace {
                dialect: dialect_of(plugin),
                source: Source::Plugin,
                file,
                covered,
                plugin: Some(folders.clone()),
            };
            Some(HookFile { place, inline })
        });
        files.collect()
    }

    /// The hook documents of all plugins that are active, the narrowest place first.
    pub(crate) fn active_hook_files(&self, context: &Context) -> Vec<HookFile> {
        let plugins = self.active().map(|(plugin, _)| plugin);
        plugins
            .flat_map(|it| self.hook_files(context, it))
            .collect()
    }

    fn folders(&self, context: &Context, plugin: &Plugin) -> PluginFolders {
        let options = self.options.of(plugin).into_iter();
        PluginFolders {
            name: plugin.name().to_owned(),
            root: plugin.root.clone(),
            data: Some(super::roots(context).data_dir(plugin)),
            options: options.map(|it| (it.key, it.value)).collect(),
        }
    }

    /// Fills the plugins' own words in the actions of their hooks.
    pub(crate) fn fill(&self, context: &Context, layers: &mut [Layer]) {
        for layer in layers {
            let Some(root) = layer.plugin.as_ref().map(|it| &it.root) else {
                continue;
            };
            let Some((plugin, _)) = self.found.iter().find(|(it, _)| it.root == *root) else {
                continue;
            };
            self.fill_layer(context, plugin, layer);
        }
    }

    /// The same for a layer of this plugin.
    pub(crate) fn fill_layer(&self, context: &Context, plugin: &Plugin, layer: &mut Layer) {
        let words = PluginWords {
            root: plugin.root.clone(),
            data: super::roots(context).data_dir(plugin),
            project: context.roots.repository.clone(),
            options: self.options.of(plugin),
        };
        for mut handler in std::mem::take(&mut layer.handlers) {
            let found = fill_handler(&mut handler, plugin, &words);
            match found.iter().find(|it| it.severity == Severity::Error) {
                // What a shell made of it could be a no that nobody meant.
                Some(error) => layer.skipped.push(Skipped {
                    event: handler.event_word.clone(),
                    reason: error.message.clone(),
                    line: handler.place.map(|it| it.line),
                }),
                None => layer.handlers.push(handler.clone()),
            }
            let placed = found
                .into_iter()
                .map(|it| placed(it, &handler, &layer.file));
            layer.problems.extend(placed);
        }
    }

    /// What was wrong with plugins, as far as it concerns their hooks: that one cannot be read, that
    /// two have one name, and all about those that bring hooks of a dialect that counts.
    pub(crate) fn hook_problems(&self, counts: impl Fn(DialectId) -> bool) -> Vec<Problem> {
        let search = self.problems.iter();
        let search = search.filter(|it| it.severity != Severity::Note);
        let with_hooks = self.active().map(|(it, _)| it);
        let with_hooks =
            with_hooks.filter(|it| !it.parts.hooks.is_empty() && counts(dialect_of(it)));
        let own = with_hooks.flat_map(|it| &it.problems);
        search.chain(own).cloned().collect()
    }
}

fn placed(mut problem: Problem, handler: &Handler, file: &std::path::Path) -> Problem {
    problem = problem.in_file(file);
    problem.place = handler.place;
    problem
}

/// The words of one hook. What a shell reads gets quotes and no values, the values are in the
/// hook's environment; a program and its arguments are filled when it starts, so that no secret
/// stands in a list.
fn fill_handler(handler: &mut Handler, plugin: &Plugin, words: &PluginWords) -> Vec<Problem> {
    let mut problems = Vec::new();
    match &mut handler.action {
        Action::Command(CommandLine::Shell { line, shell }) => {
            *line = shell_line(line, *shell, words).drain_into(&mut problems);
        }
        Action::Command(CommandLine::Exec { program, args }) => {
            let texts = std::iter::once(&*program).chain(&*args);
            let checked = texts.flat_map(|it| words.in_text(it, TextKind::Argument).problems);
            problems.extend(checked);
        }
        Action::Http(http) => {
            let headers = http.headers.iter_mut().map(|(_, value)| value);
            for text in std::iter::once(&mut http.url).chain(headers) {
                prose(text, words, &mut problems);
            }
        }
        Action::Prompt(action) | Action::Agent(action) => {
            prose(&mut action.prompt, words, &mut problems);
        }
        Action::Skill(action) => own_skill(&mut action.skill, plugin),
        Action::McpTool(_) => {}
    }
    problems
}

fn prose(text: &mut String, words: &PluginWords, problems: &mut Vec<Problem>) {
    *text = words.in_text(text, TextKind::Prose).drain_into(problems);
}

fn shell_line(line: &str, shell: Shell, words: &PluginWords) -> Loaded<String> {
    match shell {
        Shell::Standard | Shell::Bash => words.in_text(line, TextKind::Shell),
        Shell::PowerShell => Loaded::from(for_powershell(line)),
    }
}

/// In PowerShell a variable of the environment has a name of its own.
fn for_powershell(line: &str) -> String {
    let names = [
        "CLAUDE_PLUGIN_ROOT",
        "CLAUDE_PLUGIN_DATA",
        "CLAUDE_PROJECT_DIR",
    ];
    names.into_iter().fold(line.to_owned(), |line, name| {
        line.replace(&format!("${{{name}}}"), &format!("${{env:{name}}}"))
    })
}

/// A bare name means the plugin's own skill, where it has one.
fn own_skill(name: &mut String, plugin: &Plugin) {
    if plugin.parts.skills.iter().any(|it| it.name == *name) {
        *name = plugin.full_name(name);
    }
}
