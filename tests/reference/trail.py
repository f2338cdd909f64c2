"""The longest trail of a player (R86, R88, R89)."""

Edge = tuple[str, str, int]  # city, city, length; equal edges are different routes


def longest_trail(edges: list[Edge]) -> int:
    """The most trains a walk can pass that uses no route twice. Cities may repeat, rings count.

    R89: separate pieces are never added, so each piece is looked at alone.
    """
    return max((longest_in_piece(piece) for piece in connected_pieces(edges)), default=0)


def connected_pieces(edges: list[Edge]) -> list[list[Edge]]:
    pieces = []
    left = list(edges)
    while left:
        cities = {left[0][0]}
        piece: list[Edge] = []
        grown = True
        while grown:
            touching = [edge for edge in left if edge[0] in cities or edge[1] in cities]
            left = [edge for edge in left if edge not in touching]
            piece += touching
            for a, b, _ in touching:
                cities |= {a, b}
            grown = bool(touching)
        pieces.append(piece)
    return pieces


def cities_with_odd_routes(edges: list[Edge]) -> list[str]:
    """Cities in which an odd number of the routes ends."""
    ends = [city for a, b, _ in edges for city in (a, b)]
    return sorted({city for city in ends if ends.count(city) % 2 == 1})


def longest_in_piece(piece: list[Edge]) -> int:
    odd = cities_with_odd_routes(piece)
    if len(odd) in (0, 2):
        # Euler: exactly such a connected piece can be walked completely.
        return sum(length for _, _, length in piece)

    # Otherwise every longest trail starts in an odd city, so only those are tried:
    # - A trail that ends elsewhere than it starts uses an odd number of the start's routes.
    #   Was the start even, one of its routes is left and could be put in front.
    # - A trail that comes back to its start leaves a route over, or all cities would be even.
    #   As the piece is connected, such a route touches a city of the trail; walk the ring from
    #   that city and put the route in front.
    best, enough = 0, most_possible(piece)
    for city in odd:
        best = longest_from(city, piece, set(), 0, best, enough)
    return best


def most_possible(piece: list[Edge]) -> int:
    """No trail is longer: at all odd cities but two a route is left over, which serves two."""
    left_over = (len(cities_with_odd_routes(piece)) - 2) // 2
    lengths = sorted(length for _, _, length in piece)
    return sum(lengths) - sum(lengths[: max(0, left_over)])


def longest_from(
    city: str, piece: list[Edge], used: set[int], walked: int, best: int, enough: int
) -> int:
    """Plain search: try every unused route that leaves the city, go on from its other end.

    Returns the length of the longest trail found, or `best` if none is longer. Gives up where
    all unused routes together could not make a longer trail, or when one of length `enough` is
    found.
    """
    best = max(best, walked)
    unused = sum(edge[2] for number, edge in enumerate(piece) if number not in used)
    if best >= enough or walked + unused <= best:
        return best
    for number, (a, b, length) in enumerate(piece):
        if number in used or city not in (a, b):
            continue
        other_end = b if city == a else a
        used.add(number)
        best = longest_from(other_end, piece, used, walked + length, best, enough)
        used.remove(number)
    return best
