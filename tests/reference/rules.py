"""The options of a game. Every number of the rules that a study may want to change is here."""

from typing import Any

USA_RULES: dict[str, Any] = {
    "trains_per_player": 45,  # R03
    "initial_cards": 4,  # R04
    "face_up_size": 5,  # R04
    "reset_locomotives": 3,  # R26; 0 = the row is never reset
    "max_row_resets": 20,  # Q01
    "longest_trail_bonus": 10,  # R87
    "final_round_threshold": 2,  # R81
    "initial_tickets_dealt": 3,  # R07
    "initial_tickets_keep_min": 2,  # R07
    "initial_tickets_return": "bottom",  # R10; or "out" = they leave the game
    "tickets_drawn": 3,  # R49
    "tickets_keep_min": 1,  # R49
    "ticket_value": "printed",  # or "shortest" = shortest distance in trains (R56)
    "second_track_min_players": 4,  # R45, R46
    "route_points": [1, 2, 4, 7, 10, 15, 18, 21],  # R43, for lengths 1, 2, ..
    "payments": "all",  # Q09; or "fewest_locomotives"
    "tie_break": ["completed_tickets", "longest_trail_bonus"],  # R90
}
