fn main() {
    for file in std::env::args().skip(1) {
        let bytes = std::fs::read(&file).unwrap();
        let l = frontmatter::read(std::path::Path::new(&file), &bytes);
        println!("=== {file}: {:?} body line {} {:?}", l.value.header.state, l.value.body_line, &l.value.trimmed_body().chars().take(50).collect::<String>());
        for f in l.value.header.fields() {
            println!("  {}@{}:{} = {}:{} {:?} text={:?}", f.key, f.place.line, f.place.column, f.value.place.line, f.value.place.column, f.value.value, f.value.text());
            if f.key.contains("tools") { for w in f.value.words() { println!("      word {:?} {}:{}", w.text, w.place.line, w.place.column); } }
        }
        for p in l.problems { println!("  {p} at {:?}", p.place.map(|p| (p.line, p.column))); }
    }
}
