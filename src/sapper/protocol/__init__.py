"""The engine protocol: other programs use Sapper through lines of JSON.

`requests` reads requests, `session` carries them out, `answers` writes the results as objects, and `server`
reads and writes the lines. `docs/engine-protocol.md` and `docs/json.md` describe them;
`analysis.schema.json` is the schema of an analysis.
"""
