# distutils: language = c++
# cython: language_level = 3
"""A stranger's bot: plays games of its own in C++ and tells what it did."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libcpp.vector cimport vector

from ttr_fast.core cimport (
    BorrowedRoutes, Connectivity, Game, Kind, MapData, Move, NetworkTrail, OpenRoutes, Payments,
    Phase, Policy, Ranks, Rules, ScoreSheet, State, Stream, TieBreak, TunnelPayments, UpTo128,
    can_build_station, can_resign, free_cities, is_legal, kFirstSeatBySeed, kGray, kMaxLegal128,
    kMaxLegal256, kMaxPlayers, kNoRoute, kPolicyStream, laid_cards, legal_actions, legal_moves,
    new_initial_state, pick_move, play, play_and_follow, play_unchecked, preset, ranks,
    resign_unchecked, score_sheet, station_price, stations_left, tunnel_payments, with_new_future,
)

COLORS = ("red", "orange", "yellow", "green", "blue", "pink", "black", "white")


cdef MapData map_data(board) except *:
    cdef MapData data
    cdef MapData.Route route
    cdef MapData.Ticket ticket
    cities = {city.name: number for number, city in enumerate(board.cities)}
    data.num_cities = len(cities)
    for r in board.routes:
        route.a, route.b, route.length = cities[r.a], cities[r.b], r.length
        route.color = kGray if r.color == "gray" else COLORS.index(r.color)
        route.ferry_locomotives, route.is_tunnel = r.ferry_locomotives, r.tunnel
        data.routes.push_back(route)
    for t in board.tickets:
        ticket.a, ticket.b, ticket.points = cities[t.a], cities[t.b], t.points
        ticket.is_long = t.long
        data.tickets.push_back(ticket)
    return data


cdef class Bot:
    """Plays like the Python game it is made from; rules but these three are the edition's."""

    cdef Game[UpTo128]* game
    cdef vector[uint16_t] buffer

    def __cinit__(self, game, edition="usa"):
        cdef Rules rules = preset(edition.encode())
        rules.trains_per_player = game.rules.trains_per_player
        rules.payments = game.rules.payments == "fewest_locomotives"
        rules.tie_break.clear()
        rules.tie_break.push_back(TieBreak.longest_trail)
        first_seat = kFirstSeatBySeed if game.first_seat is None else game.first_seat
        self.game = new Game[UpTo128](map_data(game.map), rules, game.num_players, first_seat)
        self.buffer.resize(kMaxLegal128)

    def __dealloc__(self):
        del self.game

    @property
    def num_actions(self):
        return self.game.actions.size()

    def play_game(self, uint64_t seed, uint64_t index=0, int resigns=-1, int after=0):
        """One random game: (actions, number of legal actions at each, totals, ranks).

        Seat `resigns` leaves it before ply `after`; nobody does if it is -1.
        """
        cdef State[UpTo128] state
        cdef Stream stream = Stream(seed, index, 99)
        cdef vector[uint16_t] actions, choices
        cdef NetworkTrail[UpTo128] trail
        cdef ScoreSheet sheet
        cdef Ranks rank
        cdef int n
        with nogil:
            state = new_initial_state(self.game[0], seed, index)
            while not state.is_terminal():
                if <int>state.ply == after and resigns >= 0 and can_resign(state, resigns):
                    resign_unchecked(self.game[0], state, resigns)
                    continue
                n = legal_actions(self.game[0], state, self.buffer.data())
                actions.push_back(self.buffer[stream.below(n)])
                choices.push_back(n)
                play_unchecked(self.game[0], state, self.game.actions[actions.back()])
            sheet = score_sheet(self.game[0], state, trail)
            rank = ranks(self.game.rules, self.game.num_players, sheet)
        seats = range(self.game.num_players)
        return (
            list(actions),
            list(choices),
            [sheet[seat].total() for seat in seats],
            [rank[seat] for seat in seats],
        )

    def playout(self, uint64_t seed, uint64_t index):
        """Totals of a game between seats that play `random`, as the library's own playouts."""
        cdef State[UpTo128] state = new_initial_state(self.game[0], seed, index)
        cdef OpenRoutes[UpTo128]* open_routes = new OpenRoutes[UpTo128](self.game[0])
        cdef vector[Stream] streams
        cdef NetworkTrail[UpTo128] trail
        cdef ScoreSheet sheet
        cdef Move move
        cdef int seat
        for seat in range(self.game.num_players):
            streams.push_back(Stream(seed, index, kPolicyStream + <uint64_t>seat))
        while not state.is_terminal():
            move = pick_move(
                Policy.random, self.game[0], state, open_routes[0], streams[state.current]
            )
            play_and_follow(self.game[0], state, move, open_routes[0])
        del open_routes
        sheet = score_sheet(self.game[0], state, trail)
        return [sheet[seat].total() for seat in range(self.game.num_players)]

    def europe(self, uint64_t seed):
        """What Europe adds, asked of every state of a random game.

        (actions, tunnels that cost more, for each seat the (city, route) its stations lend)
        """
        cdef State[UpTo128] state = new_initial_state(self.game[0], seed, 0)
        cdef Stream stream = Stream(seed, 0, 99)
        cdef vector[Move] moves
        cdef TunnelPayments answers
        cdef Payments* payments
        cdef Connectivity[UpTo128]* network
        cdef BorrowedRoutes[UpTo128]* lent
        cdef vector[uint16_t] actions
        cdef int n, i, seat, tunnels = 0
        loans = []
        moves.resize(kMaxLegal128)
        while not state.is_terminal():
            n = legal_moves(self.game[0], state, moves.data())
            if state.phase == Phase.pay_tunnel:
                tunnels += 1
                answers = tunnel_payments(self.game[0], state)
                assert n == answers.total() + 1
                for i in range(answers.total()):
                    assert answers[i] == moves[i]
                assert laid_cards(self.game[0], state).total() == self.game.map.length(
                    state.tunnel.route
                )
            elif state.phase == Phase.choose_action and can_build_station(self.game[0], state):
                payments = new Payments(
                    state.mover().hand,
                    station_price(self.game[0], state, state.current),
                    self.game.rules.payments == 1,
                )
                stations = sum([moves[i].kind == Kind.build_station for i in range(n)])
                assert stations == payments.total() * free_cities(self.game[0], state).len()
                del payments
            i = stream.below(n)
            actions.push_back(self.game.actions.number(moves[i]))
            play_unchecked(self.game[0], state, moves[i])
        for seat in range(self.game.num_players):
            assert stations_left(self.game[0], state, seat) == 3 - state.players[seat].num_stations
            network = new Connectivity[UpTo128](self.game.map, state.players[seat].routes)
            lent = new BorrowedRoutes[UpTo128](self.game[0], state, seat, network[0])
            mine = []
            for i in range(state.players[seat].num_stations):
                route = None if lent.route(i) == kNoRoute else lent.route(i)
                mine.append((state.players[seat].stations[i], route))
            loans.append(tuple(mine))
            del lent
            del network
        return list(actions), tunnels, loans

    def look_around(self, uint64_t seed):
        """What can be asked of a position: the one after the tickets are chosen."""
        cdef State[UpTo128] state = new_initial_state(self.game[0], seed, 0)
        cdef vector[Move] moves
        cdef int n, i, claims = 0
        moves.resize(kMaxLegal128)
        assert kMaxLegal128 < kMaxLegal256
        while state.phase == Phase.choose_initial_tickets:
            assert play(self.game[0], state, Move.keep_tickets(3))
        assert not play(self.game[0], state, Move.pass_turn())
        n = legal_moves(self.game[0], state, moves.data())
        for i in range(n):
            assert is_legal(self.game[0], state, moves[i])
            assert self.game.actions[self.game.actions.number(moves[i])] == moves[i]
            claims += moves[i].kind == Kind.claim
        state = with_new_future(state, seed + 1)
        return {
            "legal": n,
            "claims": claims,
            "current": state.current,
            "hand": state.mover().hand.total(),
            "trains": state.players[state.current].trains,
            "routes": state.players[0].routes.len(),
            "deck": state.deck.total(),
            "tickets": state.ticket_deck.size(),
            "distance": self.game.map.distance(0, self.game.map.end_b(0)),
            "seats": kMaxPlayers,
        }
