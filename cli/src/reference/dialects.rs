//! The page of dialects: the rows of rules side by side, and the events of each.

use std::time::Duration;

use hooks_core::{
    Awaited, BadMatcher, BlockEffect, ContextEffect, DialectId, Duplicates, EventRules, Files,
    HandlerKind, Honoured, LaterSees, MatcherGrammar, Order, Phase, Power, Rules, RunsIn, Subject,
    Unit, Where,
};

use super::page::{Page, code};

/// What differs between the dialects.
pub(super) fn page() -> String {
    let mut page = Page::new("Dialects side by side");
    page.say("Each column is a row of the table by which the engine goes.");
    page.table(rules());
    page.say(
        "In `claude-code` some kinds and events have a limit of their own where the file sets none: \
         `prompt` 30 s, `agent` 60 s, `SessionEnd` 1.5 s, `MessageDisplay` 10 s, \
         `UserPromptSubmit`, `PreModelSwitch` and `PostModelSwitch` 30 s.\n\
         In `neo` 60 s are the limit of a skill; the other kinds have those of `claude-code`.",
    );
    page.say("`-` means that it has no effect, or that there is no limit.");
    for id in DialectId::ALL {
        page.heading(&format!("Events of {}", code(id.as_str())));
        let events = id.dialect().rules.events.iter();
        let head = ["Event", "A block", "Context", "Matcher", "Waits"].map(str::to_owned);
        page.table(std::iter::once(head.into()).chain(events.map(event)));
    }
    page.finish()
}

/// A fact about a dialect, by the name of its row.
type Fact = (&'static str, fn(&Rules) -> String);

const FACTS: [Fact; 17] = [
    ("Kinds of hooks", |it| kinds(it.kinds)),
    ("Several files", |it| files(it.files).to_owned()),
    ("Several hooks run", |it| order(it.order).to_owned()),
    ("A later hook sees", |it| {
        later_sees(it.later_sees).to_owned()
    }),
    ("The same hook twice", |it| {
        duplicates(it.duplicates).to_owned()
    }),
    ("Matcher", |it| matcher(it.matcher).to_owned()),
    ("Time limit", time_limit),
    ("Without it", |it| shown(it.timeout.default)),
    ("At most", |it| {
        it.timeout.ceiling.map_or_else(|| "-".to_owned(), shown)
    }),
    ("Before a tool they speak", |it| phase(it.phase).to_owned()),
    ("May change the input", |it| {
        rewrites(it.rewrite_at).to_owned()
    }),
    ("In a row they keep the agent going", |it| {
        ceiling(it.stop_ceiling)
    }),
    ("A prompt typed meanwhile", |it| {
        passes(it.queued_prompt).to_owned()
    }),
    ("A start after a summary", |it| {
        passes(it.start_after_compaction).to_owned()
    }),
    ("They run in", |it| runs_in(it.runs_in).to_owned()),
    ("An unreadable matcher", |it| {
        bad_matcher(it.bad_matcher).to_owned()
    }),
    ("What they say", |it| power(it.power).to_owned()),
];

fn rules() -> Vec<Vec<String>> {
    let rows = DialectId::ALL.map(|it| it.dialect().rules);
    let names = DialectId::ALL.map(|it| code(it.as_str()));
    let head = std::iter::once(String::new()).chain(names).collect();
    let facts = FACTS.iter().map(|(name, fact)| {
        let of_each = rows.iter().map(|it| fact(it));
        std::iter::once((*name).to_owned()).chain(of_each).collect()
    });
    std::iter::once(head).chain(facts).collect()
}

fn event(rules: &EventRules) -> Vec<String> {
    vec![
        code(rules.word),
        block(rules.block).to_owned(),
        context(rules.context).to_owned(),
        subject(rules.subject),
        awaited(rules.awaited).to_owned(),
    ]
}

fn kinds(kinds: &[HandlerKind]) -> String {
    kinds
        .iter()
        .map(|it| code(it.as_str()))
        .collect::<Vec<_>>()
        .join(" ")
}

fn files(files: Files) -> &'static str {
    match files {
        Files::FirstFound => "the first counts",
        Files::Joined => "all count",
    }
}

fn order(order: Order) -> &'static str {
    match order {
        Order::Sequential => "one by one",
        Order::Parallel => "at once",
    }
}

fn later_sees(later_sees: LaterSees) -> &'static str {
    match later_sees {
        LaterSees::Original => "the input as it was",
        LaterSees::Rewritten => "the input as changed",
    }
}

fn duplicates(duplicates: Duplicates) -> &'static str {
    match duplicates {
        Duplicates::RunEach => "runs twice",
        Duplicates::RunOnce => "runs once",
    }
}

fn matcher(matcher: MatcherGrammar) -> &'static str {
    match matcher {
        MatcherGrammar::ListOrPattern => "names, else an expression found anywhere",
        MatcherGrammar::WholePattern => "an expression for the whole name",
        MatcherGrammar::Glob => "names with `*` and `?`",
    }
}

fn time_limit(rules: &Rules) -> String {
    let unit = match rules.timeout.unit {
        Unit::Seconds => "s",
        Unit::Milliseconds => "ms",
    };
    let field = rules.timeout.field.map(|it| format!("`{it}` in {unit}"));
    field.unwrap_or_else(|| "fixed".to_owned())
}

fn shown(duration: Duration) -> String {
    format!("{} s", duration.as_secs())
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::BeforeApproval => "before approval",
        Phase::AfterApproval => "after approval",
    }
}

fn rewrites(rewrite_at: Where) -> &'static str {
    match rewrite_at {
        Where::Nowhere => "no",
        Where::Top | Where::Specific | Where::TopThenSpecific => "yes",
    }
}

fn bad_matcher(bad_matcher: BadMatcher) -> &'static str {
    match bad_matcher {
        BadMatcher::Literal => "is compared literally",
        BadMatcher::MatchesNothing => "matches nothing",
    }
}

fn passes(honoured: Honoured) -> &'static str {
    match honoured {
        Honoured::Yes => "passes their hooks",
        Honoured::No => "passes none",
    }
}

fn ceiling(ceiling: Option<u32>) -> String {
    ceiling.map_or_else(|| "-".to_owned(), |it| format!("{it} times"))
}

fn runs_in(runs_in: RunsIn) -> &'static str {
    match runs_in {
        RunsIn::Project => "the project",
        RunsIn::WorkingFolder => "the current folder",
    }
}

fn power(power: Power) -> &'static str {
    match power {
        Power::Full => "counts",
        Power::Observer => "has no effect",
    }
}

fn block(block: BlockEffect) -> &'static str {
    match block {
        BlockEffect::Ignored => "-",
        BlockEffect::Warned => "warns the user",
        BlockEffect::Refuses => "refuses",
        BlockEffect::RefusesAutomatic => "refuses what the agent began itself",
        BlockEffect::RefusesBelowPolicy => "refuses what is not policy",
        BlockEffect::Feedback => "tells the agent",
        BlockEffect::KeepsGoing => "keeps the agent going",
    }
}

fn context(context: ContextEffect) -> &'static str {
    match context {
        ContextEffect::Ignored => "-",
        ContextEffect::Told => "told",
        ContextEffect::KeepsGoing => "told, keeps the agent going",
    }
}

fn subject(subject: Subject) -> String {
    match subject {
        Subject::Tool => "the tool".to_owned(),
        Subject::Field(name) => code(name),
        Subject::Nothing => "-".to_owned(),
    }
}

fn awaited(awaited: Awaited) -> &'static str {
    match awaited {
        Awaited::Yes => "yes",
        Awaited::No => "no",
        Awaited::AllButSkills => "not for skills",
    }
}
