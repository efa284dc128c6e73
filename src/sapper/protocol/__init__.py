"""Sapper for other programs: `sapper engine`, and objects for JSON.

The engine carries out requests (`engine/protocol`). `server` reads and writes their lines, and `answers`
writes what the library finds as the same objects. `docs/engine-protocol.md` and `docs/json.md` describe them;
`analysis.schema.json` is the schema of an analysis.
"""
