use std::path::Path;

use proptest::prelude::*;

use crate::{
    Layout, Product, RefuseInjections, RenderRequest, SkillFile, Source, advice,
    check_specification, read, render,
};

use super::skill;

/// Texts made of what means something here.
fn odd_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("$"),
        Just("$0"),
        Just("$ARGUMENTS"),
        Just("[1]"),
        Just("${CLAUDE_EFFORT}"),
        Just("\\"),
        Just("!"),
        Just("`"),
        Just("``"),
        Just("```"),
        Just("```!"),
        Just("\n"),
        Just("\r\n"),
        Just(" "),
        Just("a"),
        Just("é"),
        Just("'"),
        Just("\""),
        Just("~~~"),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|it| it.concat())
}

proptest! {
    #[test]
    fn rendering_never_panics(body in odd_text(), arguments in odd_text()) {
        let request = RenderRequest { arguments: &arguments, ..RenderRequest::default() };
        let _ = stdx::block_on(render(&skill(&format!("x{body}")), &request, &RefuseInjections));
    }

    #[test]
    fn arguments_come_out_as_they_went_in(arguments in odd_text()) {
        let request = RenderRequest { arguments: &arguments, ..RenderRequest::default() };
        let skill = skill("<$ARGUMENTS|$ARGUMENTS>");
        let res = stdx::block_on(render(&skill, &request, &RefuseInjections)).unwrap();
        prop_assert_eq!(res.prompt, format!("<{arguments}|{arguments}>"));
    }

    #[test]
    fn reading_never_panics(head in odd_text(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let known = SkillFile {
            file: Path::new("/p/x/SKILL.md"),
            name: "x",
            source: &Source::Personal,
            product: Product::Agents,
            layout: Layout::Folders,
        };
        let text = [b"---\ndescription: ", head.as_bytes(), b"\n---\n", bytes.as_slice()].concat();
        for bytes in [&bytes, &text] {
            let loaded = read(&known, bytes);
            let is_told = loaded.value.is_some() || loaded.has_errors();
            prop_assert!(is_told, "what is not loaded is said");
            if let Some(skill) = loaded.value {
                let _ = (check_specification(&skill), advice(&skill), skill.body_line());
            }
        }
    }
}
