"""The MCP server: language models and other clients of the Model Context Protocol use Sapper as tools.

`arguments` has the models of what a client asks, and `answer_schemas` the schemas of the answers. `tools`
carries calls out, `game_store` keeps the games in play, and `tool_server` speaks the protocol. `docs/mcp.md`
describes the tools.
"""
