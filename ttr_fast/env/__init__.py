"""The game as an environment of other projects, one module each.

- `ttr_fast.env.gymnasium`: one seat against built-in policies, one game or many at a time;
- `ttr_fast.env.pettingzoo`: every seat, in turn (AEC);
- `ttr_fast.env.openspiel`: a game that `pyspiel.load_game` knows.

Each needs the package of its name, which is an optional extra: `pip install "ttr-fast[gymnasium]"`.
Importing `ttr_fast` or this package imports none of them.
"""
