"""The place where players meet Sapper: a page, the server behind it, and its JSON for other programs.

`app` puts it together. `requests` says what can be asked, `values` how things are written; `service` does
what was asked, on top of the faces and `store`; `api` (HTTP) and `live` (WebSocket) are thin layers over it;
`guard` keeps out what should not come in. `docs/web-api.md` is the contract, `docs/web.md` says how it works.
"""
