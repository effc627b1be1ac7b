//! A result as text.

use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};

const UNKNOWN: &str = "[a part of a kind that is not known here]";

/// The texts of a result, one after another; what is no text is described in words. What is
/// structured stands in where there is nothing else.
pub(crate) fn text(result: &CallToolResult) -> String {
    let parts: Vec<String> = result.content.iter().map(part).collect();
    match &result.structured_content {
        Some(value) if parts.iter().all(String::is_empty) => value.to_string(),
        Some(_) | None => parts.join("\n"),
    }
}

fn part(block: &ContentBlock) -> String {
    match block {
        ContentBlock::Text(it) => it.text.clone(),
        ContentBlock::Image(it) => binary("an image", &it.mime_type, &it.data),
        ContentBlock::Audio(it) => binary("a sound", &it.mime_type, &it.data),
        ContentBlock::Resource(it) => resource(&it.resource),
        ContentBlock::ResourceLink(it) => format!("[a link to `{}`: {}]", it.uri, it.name),
        _ => UNKNOWN.to_owned(),
    }
}

fn resource(contents: &ResourceContents) -> String {
    match contents {
        ResourceContents::TextResourceContents { uri, text, .. } => {
            format!("[the resource `{uri}`:]\n{text}")
        }
        ResourceContents::BlobResourceContents {
            uri,
            mime_type,
            blob,
            ..
        } => {
            let kind = mime_type.as_deref().unwrap_or("of an unknown type");
            binary(&format!("the resource `{uri}`"), kind, blob)
        }
        _ => UNKNOWN.to_owned(),
    }
}

/// Base64 has four letters for each three bytes.
fn binary(what: &str, kind: &str, base64: &str) -> String {
    let n_bytes = base64.trim_end_matches('=').len() * 3 / 4;
    format!("[{what}, {kind}, {n_bytes} bytes, which cannot be shown here]")
}
