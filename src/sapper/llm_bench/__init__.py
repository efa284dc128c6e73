"""Sapper-Bench: fixed positions and games for language models, behind any address of OpenAI's kind."""
