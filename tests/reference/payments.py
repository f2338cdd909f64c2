"""Which cards pay a route or a station. A payment is (colour, locomotives).

The other cards are of the colour; it is None when locomotives alone pay.
"""

from typing import Any

from .cards import ALL_CARDS, COLORS, LOCOMOTIVE, no_cards

Payment = tuple[str | None, int]


def payments(
    color: str, length: int, hand: dict[str, int], payments_rule: str, least_locomotives: int = 0
) -> list[Payment]:
    """Q09: the ways to pay so many cards of a colour, or of any one colour for "gray"."""
    # R32: a coloured route takes its colour. R33: a gray one any colour, but never two.
    possible_colors = COLORS if color == "gray" else [color]
    found: list[Payment] = []
    for paid_color in possible_colors:
        # R34, R60: a locomotive stands for any colour. R59: a ferry needs some.
        for locomotives in range(least_locomotives, length):
            if hand[paid_color] >= length - locomotives and hand[LOCOMOTIVE] >= locomotives:
                found.append((paid_color, locomotives))
                if payments_rule == "fewest_locomotives":
                    break
    # R35, R61: locomotives alone may pay.
    if hand[LOCOMOTIVE] >= length and (payments_rule == "all" or not found):
        found.append((None, length))
    return found


def route_payments(
    route: dict[str, Any], hand: dict[str, int], rules: dict[str, Any]
) -> list[Payment]:
    """The ways to pay a route, or the base price of a tunnel."""
    least_locomotives = route.get("ferry_locomotives", 0) if rules["ferries"] else 0
    return payments(route["color"], route["length"], hand, rules["payments"], least_locomotives)


def cards_of(color: str | None, number: int, locomotives: int) -> dict[str, int]:
    """So many cards of a colour, and so many locomotives."""
    paid = no_cards()
    if color is not None:
        paid[color] += number
    paid[LOCOMOTIVE] += locomotives
    return paid


def take_from(hand: dict[str, int], known_hand: dict[str, int], paid: dict[str, int]) -> None:
    """Cards leave a hand. What others know of the hand falls by them, but not below nothing."""
    for card in ALL_CARDS:
        hand[card] -= paid[card]
        known_hand[card] = max(0, known_hand[card] - paid[card])
