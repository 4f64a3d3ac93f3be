"""`dragonhoard` for tests alone: the n-th table that a process opens has the n-th secret of a fixed row, so that equal moves meet equal chance.

Nothing of the product asks for this: it takes the place of the system's source where tables draw their secret, in this process only.
DRAGONHOARD_TEST_SEED chooses the row; DRAGONHOARD_TEST_PAGE serves the page from another folder than the checkout's. This machine's network is
one more address of the machine itself, so that a table can be opened to it wherever tests run.
"""

import hashlib
import itertools
import os
import sys
from pathlib import Path

from dragonhoard.__main__ import main
from dragonhoard.server import client, hosting, table
from dragonhoard.server.chance import SECRET_SIZE

NETWORK = "127.0.0.3"

if __name__ == "__main__":
    counter = itertools.count()
    real = table.urandom

    def fixed(size: int) -> bytes:
        if size != SECRET_SIZE:
            return real(size)
        return hashlib.sha256(f"{os.environ.get('DRAGONHOARD_TEST_SEED', '0')} {next(counter)}".encode()).digest()

    table.urandom = fixed
    if folder := os.environ.get("DRAGONHOARD_TEST_PAGE"):
        built = Path(folder).resolve()
        client.client_folder = lambda: built
    hosting.Listeners.__init__.__defaults__ = (lambda: [NETWORK],)
    sys.exit(main())
