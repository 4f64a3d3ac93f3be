"""`python -m dragonhoard`, and where the command `dragonhoard` begins."""

import sys


def main() -> int:
    """Run the command line with what the shell gave, and return the exit code."""
    from dragonhoard.cli.main import main as run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
