"""`python -m treescore` and the console script `treescore`: the command line."""

import signal
import sys

from treescore._core import command


def run() -> int:
    """Run the command line with the program's arguments on the real streams, and give its exit status."""
    # Python's handler only sets a flag, which nobody reads while Rust runs. An ignored interrupt stays ignored.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return command(sys.argv[1:], "treescore")


if __name__ == "__main__":
    sys.exit(run())
