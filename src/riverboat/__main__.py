"""`python -m riverboat`: the command line."""

from riverboat.cli import main

main()
