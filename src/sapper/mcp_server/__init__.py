"""The MCP server: language models and other clients of the Model Context Protocol use Sapper as tools.

`requests` has the models of the arguments, `tools` carries calls out, `games` keeps the games in play, and
`server` speaks the protocol. `docs/mcp.md` describes the tools. The limits are those of the page's server.
"""
