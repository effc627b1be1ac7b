//! A server that is reached over streamable HTTP.

use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;

use crate::error::McpError;

const CONNECTING: Duration = Duration::from_secs(10);

pub(crate) fn transport(
    url: &str,
    headers: &[(String, String)],
) -> Result<StreamableHttpClientTransport<reqwest::Client>, McpError> {
    // Somebody may have installed one before; any will do.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("tacklebox/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECTING)
        // Headers carry secrets, which a redirect would take to anybody.
        .redirect(Policy::none());
    let parsed = reqwest::Url::parse(url).map_err(|it| failed(&it))?;
    if matches!(parsed.host_str(), Some("localhost" | "127.0.0.1" | "[::1]")) {
        builder = builder.no_proxy();
    }
    if parsed.scheme() != "https" {
        // Without redirects no certificate is ever looked at, so a machine without any will do.
        builder = builder.tls_certs_only([]);
    }
    let client = builder.build().map_err(|it| failed(&it))?;
    let headers = headers.iter().map(header).collect::<Result<_, _>>()?;
    let config = StreamableHttpClientTransportConfig::with_uri(url).custom_headers(headers);
    Ok(StreamableHttpClientTransport::with_client(client, config))
}

fn header((name, value): &(String, String)) -> Result<(HeaderName, HeaderValue), McpError> {
    let parsed_name = HeaderName::try_from(name).map_err(|it| failed(&it))?;
    let mut value = HeaderValue::try_from(value).map_err(|it| failed(&it))?;
    value.set_sensitive(true);
    Ok((parsed_name, value))
}

fn failed(error: &dyn std::error::Error) -> McpError {
    McpError::Start {
        why: error.to_string(),
        stderr: String::new(),
    }
}
