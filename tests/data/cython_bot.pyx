# distutils: language = c++
# cython: language_level = 3
"""A stranger's bot: plays games of its own in C++ and tells what it did."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libcpp.vector cimport vector

from ttr_fast.core cimport (
    Game, Kind, MapData, Move, NetworkTrail, Phase, Ranks, Rules, ScoreSheet, State, Stream,
    TieBreak, UpTo128, is_legal, kFirstSeatBySeed, kGray, kMaxPlayers, legal_actions, legal_moves,
    new_initial_state, play, play_unchecked, ranks, score_sheet, with_new_future,
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
        data.routes.push_back(route)
    for t in board.tickets:
        ticket.a, ticket.b, ticket.points = cities[t.a], cities[t.b], t.points
        data.tickets.push_back(ticket)
    return data


cdef class Bot:
    """Plays like the Python game it is made from; `rules` other than these three are usual."""

    cdef Game[UpTo128]* game
    cdef vector[uint16_t] buffer

    def __cinit__(self, game):
        cdef Rules rules
        rules.trains_per_player = game.rules.trains_per_player
        rules.payments = game.rules.payments == "fewest_locomotives"
        rules.tie_break.clear()
        rules.tie_break.push_back(TieBreak.longest_trail)
        first_seat = kFirstSeatBySeed if game.first_seat is None else game.first_seat
        self.game = new Game[UpTo128](map_data(game.map), rules, game.num_players, first_seat)
        self.buffer.resize(self.game.actions.size())

    def __dealloc__(self):
        del self.game

    @property
    def num_actions(self):
        return self.game.actions.size()

    def play_game(self, uint64_t seed, uint64_t index=0):
        """One random game: (actions, number of legal actions at each, totals, ranks)."""
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

    def look_around(self, uint64_t seed):
        """What can be asked of a position: the one after the tickets are chosen."""
        cdef State[UpTo128] state = new_initial_state(self.game[0], seed, 0)
        cdef vector[Move] moves
        cdef int n, i, claims = 0
        moves.resize(self.game.actions.size())
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
