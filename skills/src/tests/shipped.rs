use crate::{RefuseInjections, RenderRequest, check_specification, render, shipped};

#[test]
fn shipped_skills_keep_the_specification() {
    let skills = shipped();
    let names: Vec<&str> = skills.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "debug-a-hook",
            "design-a-workflow",
            "write-a-hook",
            "write-a-skill"
        ]
    );
    for skill in &skills {
        assert_eq!(check_specification(skill), [], "{}", skill.name);
    }
}

#[test]
fn shipped_skills_render_as_they_are_written() {
    for skill in shipped() {
        let request = RenderRequest::default();
        let res = stdx::block_on(render(&skill, &request, &RefuseInjections)).unwrap();
        assert_eq!(res.problems, [], "{}", skill.name);
        let request = RenderRequest {
            arguments: "my wish",
            ..RenderRequest::default()
        };
        let res = stdx::block_on(render(&skill, &request, &RefuseInjections)).unwrap();
        assert!(res.prompt.contains("my wish"), "{}", skill.name);
    }
}
