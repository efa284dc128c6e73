"""What Sapper and other programs say to each other, in JSON.

`answers` turns results into objects, `requests` turns objects into what was asked for, `session` does it, and
`server` reads and writes the lines. `docs/engine-protocol.md` and `docs/json.md` describe them;
`analysis.schema.json` is the schema of an analysis.
"""
