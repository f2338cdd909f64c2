"""The slow oracle: a plain, readable Ticket to Ride to check fast engines against.

It plays the printed games of North America and Europe and the online variant. Rule numbers
(R01 .. R98, Q01 .. Q14) in the comments are those of the project's rules text. Read the files in
this order: rules.py, cards.py, board.py, payments.py, tickets.py, tunnels.py, stations.py,
trail.py, scoring.py, player.py, game.py, state.py. What a seat can know of a game is apart:
knowledge.py, ticket_knowledge.py, logged.py; these want scipy.
"""

from .cards import CardsMissingError, OracleError
from .game import OracleGame
from .rules import EUROPE_RULES, ONLINE_RULES, PRESETS, USA_RULES
from .state import OracleState

__all__ = [
    "EUROPE_RULES",
    "ONLINE_RULES",
    "PRESETS",
    "USA_RULES",
    "CardsMissingError",
    "OracleError",
    "OracleGame",
    "OracleState",
]
