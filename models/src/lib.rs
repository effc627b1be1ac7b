//! Asks models over the wires of Anthropic, OpenAI and Ollama.
