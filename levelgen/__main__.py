"""`python -m levelgen`."""

from levelgen.cli import main

main()
