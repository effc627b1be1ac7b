//! Makes the tools of MCP servers tools of an agent.
