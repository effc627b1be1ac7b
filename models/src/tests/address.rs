use crate::address::Address;
use crate::spec::Wire;

#[track_caller]
fn check(wire: Wire, base: &str, expected: &str) {
    let base = (!base.is_empty()).then_some(base);
    let found = match Address::of(wire, base) {
        Ok(address) => address.url.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected);
}

#[test]
fn vendors_have_addresses_of_their_own() {
    check(Wire::Anthropic, "", "https://api.anthropic.com/v1/messages");
    check(
        Wire::OpenAi,
        "",
        "https://api.openai.com/v1/chat/completions",
    );
    check(
        Wire::OpenAiResponses,
        "",
        "https://api.openai.com/v1/responses",
    );
    check(Wire::Ollama, "", "http://localhost:11434/api/chat");
}

#[test]
fn a_base_is_meant_with_its_version_or_without() {
    check(Wire::Anthropic, "http://h:1/", "http://h:1/v1/messages");
    check(
        Wire::Anthropic,
        "http://h:1/proxy/v1",
        "http://h:1/proxy/v1/messages",
    );
    check(Wire::OpenAi, "http://h:1", "http://h:1/v1/chat/completions");
    check(
        Wire::OpenAi,
        "http://h:1/v1/",
        "http://h:1/v1/chat/completions",
    );
    check(
        Wire::OpenAi,
        "https://h/api/v3",
        "https://h/api/v3/chat/completions",
    );
    check(
        Wire::OpenAi,
        "https://h/v1?version=2",
        "https://h/v1/chat/completions?version=2",
    );
}

#[test]
fn a_host_of_ollama_may_be_what_its_server_listens_at() {
    check(Wire::Ollama, "box", "http://box:11434/api/chat");
    check(Wire::Ollama, "box:80", "http://box/api/chat");
    check(Wire::Ollama, ":9000", "http://127.0.0.1:9000/api/chat");
    check(Wire::Ollama, "0.0.0.0", "http://127.0.0.1:11434/api/chat");
    check(
        Wire::Ollama,
        "0.0.0.0:9000",
        "http://127.0.0.1:9000/api/chat",
    );
    check(Wire::Ollama, "[::1]", "http://[::1]:11434/api/chat");
    check(
        Wire::Ollama,
        "https://ollama.com",
        "https://ollama.com/api/chat",
    );
    check(Wire::Ollama, "http://box:1/v1", "http://box:1/api/chat");
}

#[test]
fn what_is_no_address_is_refused_without_repeating_it() {
    check(
        Wire::OpenAi,
        "localhost:8080/v1",
        "the server's address cannot be used: it must begin with `http://` or `https://`, found `localhost:`",
    );
    check(
        Wire::OpenAi,
        "http://me:secret@h/v1",
        "the server's address cannot be used: it must not carry a user name or a password",
    );
    check(
        Wire::OpenAi,
        "nonsense",
        "the server's address cannot be used: it cannot be read: relative URL without a base",
    );
}

#[test]
fn this_machine_is_reached_without_a_proxy() {
    for (base, expected) in [
        ("http://localhost:1", true),
        ("http://127.0.0.9:1", true),
        ("http://[::1]:1", true),
        ("http://192.168.0.1:1", false),
        ("http://localhost.example.com", false),
    ] {
        let address = Address::of(Wire::OpenAi, Some(base)).unwrap();
        assert_eq!(address.is_here(), expected, "{base}");
    }
}
