"""`python -m ttr_fast` is the command `ttr-fast`."""

import sys

from ttr_fast.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
