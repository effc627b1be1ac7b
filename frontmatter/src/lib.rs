//! The YAML header of a Markdown file and the body below it, tolerant, with places.
