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
    "max_turns": 5000,  # turns after which the game ends in any case
    "initial_tickets_dealt": 3,  # R07
    "initial_long_tickets_dealt": 0,  # R08: besides the others
    "initial_tickets_keep_min": 2,  # R07
    "initial_tickets_return": "bottom",  # R10; or "out" = they leave the game (R11)
    "long_tickets": "apart",  # only at the start (R11); or "mixed" = in the deck as well
    "tickets_drawn": 3,  # R49
    "tickets_keep_min": 1,  # R49
    "ticket_value": "printed",  # or "shortest" = shortest distance in trains (R56)
    "second_track_min_players": 4,  # R45, R46
    "route_points": [1, 2, 4, 7, 10, 15, 18, 21],  # R43, for lengths 1, 2, ..
    "payments": "all",  # Q09; or "fewest_locomotives"
    "ferries": False,  # R59; False = they are plain routes (R80)
    "tunnels": False,  # R62; False = they are plain routes (R80)
    "tunnel_cards": 3,  # R63
    "stations_per_player": 0,  # R13; 0 = there are no stations
    "station_costs": [1, 2, 3],  # R71
    "station_value": 4,  # R77
    "first_seat": "given",  # or "seed" = drawn (R15)
    "tie_break": ["completed_tickets", "longest_trail_bonus"],  # R90
}

EUROPE_RULES: dict[str, Any] = {
    **USA_RULES,
    "ferries": True,
    "tunnels": True,
    "stations_per_player": 3,  # R13
    "initial_long_tickets_dealt": 1,  # R08
    "initial_tickets_return": "out",  # R11
    "tie_break": ["completed_tickets", "fewest_stations", "longest_trail_bonus"],  # R91
}

ONLINE_RULES: dict[str, Any] = {
    **USA_RULES,
    "ticket_value": "shortest",  # R56
    "first_seat": "seed",  # R15
    "tie_break": ["completed_tickets", "longest_trail"],  # R92
}

PRESETS = {"usa": USA_RULES, "europe": EUROPE_RULES, "online": ONLINE_RULES}
