"""`python -m sapper`: the command line."""

from sapper.cli import main

main()
