"""Generators of longest-trail problems: seeded, distinct, the same on every machine.

| in a spec   | function         | what                                                          |
|-------------|------------------|---------------------------------------------------------------|
| `games`     | `end_of_game`    | networks of the players at the end of games                   |
| `parts`     | `board_parts`    | random parts of a board                                       |
| `board`     | `whole_board`    | a whole board                                                 |
| `hard`      | `hard_networks`  | networks that make an algorithm work, found by hill climbing  |
| `grid`      | `grid`           | rectangular grids                                             |
| `regular`   | `regular`        | random regular graphs                                         |
| `eulerian`  | `eulerian_minus` | multigraphs of even degrees less a few edges                  |
| `loops`     | `loop_tree`      | loops joined by bridges                                       |
| `cubic`     | `cubic`          | famous cubic graphs, and what can be put together from them   |
| `geometric` | `geometric`      | random points joined to those close by                        |

All return lists of `TrailInstance`. `network_sets` gives the networks of games as one array, and
`parse_spec` reads what a command line says: `games:policy=ticket,count=1000`.
"""

from __future__ import annotations

from ttr_fast.trails.generators.boards import board_parts, whole_board
from ttr_fast.trails.generators.cubic import CUBIC, PIECES, cubic
from ttr_fast.trails.generators.games import end_of_game, network_sets
from ttr_fast.trails.generators.graphs import eulerian_minus, geometric, grid, loop_tree, regular
from ttr_fast.trails.generators.hard import hard_networks
from ttr_fast.trails.generators.lengths import LENGTHS
from ttr_fast.trails.generators.players import POLICIES, Policy
from ttr_fast.trails.generators.spec import GENERATORS, Generator, parse_spec

__all__ = [
    "CUBIC",
    "GENERATORS",
    "LENGTHS",
    "PIECES",
    "POLICIES",
    "Generator",
    "Policy",
    "board_parts",
    "cubic",
    "end_of_game",
    "eulerian_minus",
    "geometric",
    "grid",
    "hard_networks",
    "loop_tree",
    "network_sets",
    "parse_spec",
    "regular",
    "whole_board",
]
