//! Cutting long texts, and telling both the user and the agent that it was done.

use crate::judge::Judged;
use crate::ports::LongTexts;
use crate::reply::Decision;
use crate::rules::Rules;

/// Cuts what is longer than the dialect passes on. The limit holds for the hook's own words exactly;
/// the remark about the cut stands beside them.
pub(crate) fn limit(rules: &Rules, id: &str, judged: &mut Judged, keeper: Option<&dyn LongTexts>) {
    let contexts = std::mem::take(&mut judged.contexts);
    let mut context_remarks = Vec::new();
    for text in contexts {
        let (short, remark) = cut(id, text, rules.context_limit, keeper);
        judged.contexts.push(short);
        context_remarks.extend(remark.clone());
        judged.contexts.extend(remark);
    }
    let others = judged
        .feedback
        .iter_mut()
        .chain(judged.keep_going.iter_mut())
        .chain(judged.halt.iter_mut())
        .chain(judged.notes.iter_mut());
    let mut remarks = context_remarks;
    for text in others.chain(reason(&mut judged.verdict)) {
        let (short, remark) = cut(id, std::mem::take(text), rules.text_limit, keeper);
        *text = short;
        remarks.extend(remark);
    }
    judged.notes.extend(remarks);
}

fn reason(verdict: &mut Option<Decision>) -> Option<&mut String> {
    match verdict.as_mut()? {
        Decision::Allow { reason } | Decision::Ask { reason } | Decision::Block { reason } => {
            reason.as_mut()
        }
    }
}

fn cut(
    id: &str,
    text: String,
    limit: usize,
    keeper: Option<&dyn LongTexts>,
) -> (String, Option<String>) {
    let (short, was_cut) = stdx::text::cut_chars(&text, limit);
    if !was_cut {
        return (text, None);
    }
    let n_all = text.chars().count();
    let kept = keeper.and_then(|it| it.keep(id, &text));
    let place = match kept {
        Some(path) => format!("the whole text is in `{}`", path.display()),
        None => "the rest was not kept".to_owned(),
    };
    let remark =
        format!("the text of hook `{id}` was cut after {limit} of {n_all} characters; {place}");
    (short.to_owned(), Some(remark))
}
