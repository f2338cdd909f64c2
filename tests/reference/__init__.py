"""The slow oracle: a plain, readable Ticket to Ride (USA edition) to check fast engines against.

Rule numbers (R01 .. R98, Q01 .. Q14) in the comments are those of the project's rules text.
Read the files in this order: rules.py, cards.py, board.py, trail.py, scoring.py, game.py.
"""

from .cards import CardsMissingError, OracleError
from .game import OracleGame, OracleState
from .rules import USA_RULES

__all__ = ["USA_RULES", "CardsMissingError", "OracleError", "OracleGame", "OracleState"]
