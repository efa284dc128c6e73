"""The server: it serves the page, and JSON for the page and other programs.

`app` builds the application. `transport/` reads requests and sends answers, over HTTP and a WebSocket.
`access/` refuses requests that are too large, too many, or from elsewhere. `service` carries requests out,
with `games/`, `questions/` and `runs/`. `encoding/` writes values as JSON. `docs/web-api.md` is the contract,
and `docs/web.md` explains how the server works.
"""
