# The C++ core for bots written in Cython (3.1 or later):
#
#     # distutils: language = c++
#     # distutils: extra_compile_args = -std=c++20
#     from ttr_fast.core cimport Game, State, UpTo128, legal_actions, new_initial_state, play
#
# The compiler finds the headers in the folder that ttr_fast.get_include() names. Everything here
# runs without the GIL. What the names mean stands in the headers; a contract broken there is
# undefined behaviour here.

from libc.stdint cimport int16_t, int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.vector cimport vector

# What Cython cannot say by itself: template parameters that are numbers, lambdas, and `pass`.
cdef extern from * nogil:
    """
    #include "ttr/ttr.hpp"

    namespace ttr::cython {

    template <class Shape>
    using RouteSet = BitSet<Shape::routes>;
    template <class Shape>
    using TicketSet = BitSet<Shape::tickets>;
    template <class Shape>
    using CitySet = BitSet<Shape::cities>;
    template <class Shape>
    using TicketDeck = ttr::TicketDeck<Shape::tickets>;
    using Ranks = std::array<int, kMaxPlayers>;
    inline constexpr Kind kPass = Kind::pass;

    template <class Shape>
    int legal_actions(const Game<Shape>& game, const State<Shape>& s, std::uint16_t* out) {
      int n = 0;
      for_each_legal(game, s, [&](const Move& move) {
        out[n++] = static_cast<std::uint16_t>(game.actions.number(move));
      });
      return n;
    }

    template <class Shape>
    int legal_moves(const Game<Shape>& game, const State<Shape>& s, Move* out) {
      int n = 0;
      for_each_legal(game, s, [&](const Move& move) { out[n++] = move; });
      return n;
    }

    template <class Shape>
    Cards laid_cards(const Game<Shape>& game, const State<Shape>& s) {
      return s.phase == Phase::pay_tunnel ? ttr::laid_cards(game, s.tunnel) : Cards();
    }

    template <class Shape>
    void play_and_follow(const Game<Shape>& game, State<Shape>& s, const Move& move,
                         OpenRoutes<Shape>& open) {
      play_unchecked(game, s, move, FollowOpenRoutes<Shape>{game, s, open});
    }

    inline Rules preset(const char* name) { return ttr::preset(name); }

    }  // namespace ttr::cython
    """

cdef extern from "ttr/ids.hpp" namespace "ttr" nogil:
    enum:
        kColors
        kLocomotive
        kCardKinds
        kGray
        kNoColor
        kMinPlayers
        kMaxPlayers
        kMaxLength
        kMaxFaceUp
        kMaxOffered
        kMaxStations
        kMaxStationCost
        kMaxTunnelCards

    enum class Phase(uint8_t):
        choose_initial_tickets
        choose_action
        draw_second_card
        choose_tickets
        pay_tunnel
        terminal

    # Shapes: how large a map may be.
    cppclass UpTo128:
        pass
    cppclass UpTo256:
        pass

cdef extern from "ttr/rng.hpp" namespace "ttr" nogil:
    # Streams of one game; the policy stream of seat s is kPolicyStream + s.
    const uint64_t kDealStream
    const uint64_t kChanceStream
    const uint64_t kPolicyStream

    cppclass Stream:
        Stream()
        Stream(uint64_t seed, uint64_t game, uint64_t stream)
        Stream(uint64_t seed, uint64_t game, uint64_t stream, uint64_t position)
        uint64_t position() const
        uint64_t next()
        uint32_t below(uint32_t n)

cdef extern from "ttr/bit_set.hpp" nogil:
    # A set of routes, as wide as the shape.
    cppclass RouteSet "ttr::cython::RouteSet"[Shape]:
        RouteSet()
        cbool has(int i) const
        void insert(int i)
        void erase(int i)
        cbool is_empty() const
        int len() const
        int select(int k) const
        cbool is_subset(const RouteSet& of) const
        cbool is_disjoint(const RouteSet& other) const
        RouteSet operator|(const RouteSet& other) const
        RouteSet operator&(const RouteSet& other) const
        RouteSet operator-(const RouteSet& other) const
        cbool operator==(const RouteSet& other) const
        uint64_t word(int i) const

    cppclass TicketSet "ttr::cython::TicketSet"[Shape]:
        TicketSet()
        cbool has(int i) const
        void insert(int i)
        void erase(int i)
        cbool is_empty() const
        int len() const
        int select(int k) const
        uint64_t word(int i) const

    cppclass CitySet "ttr::cython::CitySet"[Shape]:
        CitySet()
        cbool has(int i) const
        void insert(int i)
        void erase(int i)
        cbool is_empty() const
        int len() const
        int select(int k) const
        uint64_t word(int i) const

cdef extern from "ttr/cards.hpp" namespace "ttr" nogil:
    cppclass Cards:
        Cards()
        int operator[](int kind) const
        void add(int kind, int n)
        void remove(int kind, int n)
        uint64_t colors() const
        int locomotives() const
        int plain() const
        int total() const
        cbool is_empty() const

    cppclass Row:
        int operator[](int slot) const
        cbool is_free(int slot) const

cdef extern from "ttr/map.hpp" namespace "ttr" nogil:
    # What a route or a station costs: so many cards of a colour, kGray for any one colour; at least
    # so many locomotives among them.
    cppclass Price:
        int color
        int cards
        int locomotives

    cppclass MapData:
        cppclass Route:
            int a
            int b
            int length
            int color
            int ferry_locomotives
            cbool is_tunnel
        cppclass Ticket:
            int a
            int b
            int points
            cbool is_long
        int num_cities
        vector[Route] routes
        vector[Ticket] tickets

    cppclass Map[Shape]:
        int num_cities() const
        int num_routes() const
        int num_tickets() const
        int max_length() const
        int end_a(int route) const
        int end_b(int route) const
        int length(int route) const
        int color(int route) const
        const RouteSet[Shape]& lanes(int route) const
        const RouteSet[Shape]& routes_at(int city) const
        const RouteSet[Shape]& group(int length, int color) const
        const RouteSet[Shape]& up_to(int color, int longest) const
        const RouteSet[Shape]& ferries_above(int locomotives) const
        const RouteSet[Shape]& tunnels() const
        Price price(int route) const
        int ticket_a(int ticket) const
        int ticket_b(int ticket) const
        int ticket_points(int ticket) const
        const TicketSet[Shape]& long_tickets() const
        int distance(int a, int b) const

cdef extern from "ttr/rules.hpp" namespace "ttr" nogil:
    enum class TieBreak(uint8_t):
        completed_tickets
        longest_trail_bonus
        longest_trail
        fewest_stations

    cppclass Rules:
        Rules()
        int trains_per_player
        int initial_cards
        int face_up_size
        int reset_locomotives
        int max_row_resets
        int longest_trail_bonus
        int final_round_threshold
        int initial_tickets_dealt
        int initial_tickets_keep_min
        int tickets_drawn
        int tickets_keep_min
        int second_track_min_players
        int initial_long_tickets_dealt
        int tunnel_cards
        int stations_per_player
        int station_value
        int max_turns
        cbool ferries
        cbool tunnels
        uint8_t initial_tickets_return  # positions among the words of Rules.options()
        uint8_t ticket_value
        uint8_t payments
        uint8_t long_tickets
        uint8_t first_seat
        vector[int] route_points
        vector[int] station_costs
        vector[TieBreak] tie_break

    void check_rules(const Rules& rules) except +
    Rules preset "ttr::cython::preset"(const char* name) except +

cdef extern from "ttr/actions.hpp" namespace "ttr" nogil:
    enum class Kind(uint8_t):
        draw_deck
        draw_face_up
        draw_tickets
        keep_tickets
        claim
        build_station
        pay_tunnel
        decline_tunnel
    const Kind kPass "ttr::cython::kPass"

    cppclass Move:
        Move()
        Kind kind
        uint8_t color
        uint8_t locomotives
        uint8_t keep
        uint16_t route
        uint8_t cards
        uint8_t city
        cbool operator==(const Move& other) const
        @staticmethod
        Move draw_deck()
        @staticmethod
        Move draw_face_up(int color)
        @staticmethod
        Move draw_tickets()
        @staticmethod
        Move pass_turn "pass"()
        @staticmethod
        Move keep_tickets(int mask)
        @staticmethod
        Move claim(int route, int color, int locomotives)
        @staticmethod
        Move build_station(int city, int color, int cards, int locomotives)
        @staticmethod
        Move pay_tunnel(int cards, int locomotives)
        @staticmethod
        Move decline_tunnel()

    # Most moves that can be legal at once in a game of a shape.
    const size_t kMaxLegal128 "ttr::kMaxLegal<ttr::UpTo128>"
    const size_t kMaxLegal256 "ttr::kMaxLegal<ttr::UpTo256>"

    cppclass ActionTable[Shape]:
        int size() const
        const Move& operator[](int action) const
        int number(const Move& move) const

cdef extern from "ttr/state.hpp" namespace "ttr" nogil:
    enum:
        kFirstSeatBySeed
        kFirstSeatByRules

    cppclass Game[Shape]:
        Game(const MapData& data, Rules rules, int players, int first_seat) except +
        int points_for(int length) const
        cbool twins_close() const
        cbool has_stations() const
        cbool has_tunnels() const
        int tickets_dealt() const
        int max_plies() const
        Map[Shape] map
        Rules rules
        ActionTable[Shape] actions
        vector[int] ticket_points
        int num_players
        int first_seat

    cppclass TicketDeck "ttr::cython::TicketDeck"[Shape]:
        int size() const
        int operator[](int i) const

    cppclass State[Shape]:
        cppclass Player:
            Cards hand
            Cards known
            Cards counted
            RouteSet[Shape] routes
            RouteSet[Shape] closed
            TicketSet[Shape] tickets
            TicketSet[Shape] located
            int16_t route_points
            uint8_t trains
            uint8_t num_offered
            uint8_t initial_kept
            uint8_t fresh
            uint16_t offered[6]  # in UpTo128 an array of bytes
            uint8_t num_stations
            uint8_t stations[5]
        cppclass Tunnel:
            uint16_t route
            uint8_t color
            uint8_t locomotives
            uint8_t extra
            uint8_t num_turned
            uint8_t turned[6]
        State()
        Player players[5]
        Cards deck
        Cards discard
        Cards face_up
        Row row
        Stream chance
        uint64_t seed
        uint64_t game_index
        TicketDeck[Shape] ticket_deck
        uint16_t unseen_tickets
        uint32_t turn
        uint32_t ply
        Phase phase
        int8_t current
        int8_t first_seat
        int8_t passes
        int16_t final_turns_left
        uint8_t resigned
        Tunnel tunnel
        int num_active(int players) const
        cbool has_resigned(int seat) const
        cbool is_terminal() const
        Player& mover()

    # The cards laid for the pending tunnel; none in other phases.
    Cards laid_cards "ttr::cython::laid_cards"[Shape](const Game[Shape]& game,
                                                      const State[Shape]& s)

cdef extern from "ttr/payments.hpp" namespace "ttr" nogil:
    cbool can_pay(const Cards& hand, const Price& price)
    cbool is_payment(const Cards& hand, const Price& price, cbool fewest, int color,
                     int locomotives)

    # The payments as numbers 0..total()-1; `fewest`: one for each colour.
    cppclass Payments:
        cppclass Payment:
            int color
            int locomotives
        Payments(const Cards& hand, const Price& price, cbool fewest)
        int total() const
        Payment operator[](int k) const

cdef extern from "ttr/stations.hpp" namespace "ttr" nogil:
    int stations_left[Shape](const Game[Shape]& game, const State[Shape]& s, int seat)
    Price station_price[Shape](const Game[Shape]& game, const State[Shape]& s, int seat)
    CitySet[Shape] free_cities[Shape](const Game[Shape]& game, const State[Shape]& s)
    cbool can_build_station[Shape](const Game[Shape]& game, const State[Shape]& s)

cdef extern from "ttr/tunnels.hpp" namespace "ttr" nogil:
    cppclass TunnelPayments:
        int extra
        int least
        int count
        int total() const
        Move operator[](int k) const

    TunnelPayments tunnel_payments[Shape](const Game[Shape]& game, const State[Shape]& s)

cdef extern from "ttr/legal.hpp" namespace "ttr" nogil:
    cbool is_legal[Shape](const Game[Shape]& game, const State[Shape]& s, const Move& move)
    RouteSet[Shape] payable_routes[Shape](const Game[Shape]& game, const State[Shape]& s, int seat)
    int keep_min[Shape](const Game[Shape]& game, const State[Shape]& s)

    # All legal moves in the order of the action table, as its numbers or as moves. Returns how
    # many; `out` must have room for kMaxLegal128 or kMaxLegal256 of them, as the shape says, or for
    # game.actions.size().
    int legal_actions "ttr::cython::legal_actions"[Shape](
        const Game[Shape]& game, const State[Shape]& s, uint16_t* out)
    int legal_moves "ttr::cython::legal_moves"[Shape](
        const Game[Shape]& game, const State[Shape]& s, Move* out)

cdef extern from "ttr/play.hpp" namespace "ttr" nogil:
    State[Shape] new_initial_state[Shape](const Game[Shape]& game, uint64_t seed,
                                          uint64_t game_index)
    cbool play[Shape](const Game[Shape]& game, State[Shape]& s, const Move& move)
    void play_unchecked[Shape](const Game[Shape]& game, State[Shape]& s, const Move& move)
    State[Shape] with_new_future[Shape](const State[Shape]& s, uint64_t seed)

cdef extern from "ttr/determinize.hpp" namespace "ttr" nogil:
    # A state that the seat cannot tell from `s`, with a new future.
    State[Shape] determinize[Shape](const Game[Shape]& game, const State[Shape]& s, int seat,
                                    uint64_t seed)

cdef extern from "ttr/resign.hpp" namespace "ttr" nogil:
    cbool can_resign[Shape](const State[Shape]& s, int seat)
    void resign_unchecked[Shape](const Game[Shape]& game, State[Shape]& s, int seat)

cdef extern from "ttr/network.hpp" namespace "ttr" nogil:
    # Cities joined by a set of routes.
    cppclass Connectivity[Shape]:
        Connectivity(const Map[Shape]& map, const RouteSet[Shape]& routes)
        int root(int city)
        cbool joined(int a, int b)
        void join(int a, int b)

cdef extern from "ttr/borrowed_routes.hpp" namespace "ttr" nogil:
    enum:
        kNoRoute

    # The best choice of what a seat's stations lend, found when it is made. `network` is the
    # connectivity of the seat's own routes.
    cppclass BorrowedRoutes[Shape]:
        BorrowedRoutes(const Game[Shape]& game, const State[Shape]& s, int seat,
                       Connectivity[Shape]& network) except +
        int route(int i) const

cdef extern from "ttr/trail.hpp" namespace "ttr" nogil:
    # Keeps its buffers between calls; one for each thread.
    cppclass NetworkTrail[Shape]:
        NetworkTrail()
        int length(const Map[Shape]& map, const RouteSet[Shape]& routes) except +
        vector[int] trail(const Map[Shape]& map, const RouteSet[Shape]& routes) except +

cdef extern from "ttr/score.hpp" namespace "ttr" nogil:
    cppclass SeatScore:
        int routes
        int tickets
        int completed
        int failed
        int longest
        int bonus
        cbool holds_bonus
        int stations
        int stations_built
        cbool resigned
        int total() const

    cppclass ScoreSheet:
        SeatScore& operator[](int seat)

    cppclass Ranks "ttr::cython::Ranks":
        int& operator[](int seat)

    # A seat's own network together with what its stations lend.
    Connectivity[Shape] ticket_network[Shape](const Game[Shape]& game, const State[Shape]& s,
                                              int seat) except +
    cbool is_complete[Shape](const Map[Shape]& map, Connectivity[Shape]& network, int ticket)

    ScoreSheet score_sheet[Shape](const Game[Shape]& game, const State[Shape]& s,
                                  NetworkTrail[Shape]& trail) except +
    Ranks ranks(const Rules& rules, int players, const ScoreSheet& sheet)

cdef extern from "ttr/policy.hpp" namespace "ttr" nogil:
    enum class Policy(uint8_t):
        random
        random_type

    # For playouts: what each seat can still claim, kept up to date by play_and_follow. A claim of a
    # tunnel builds nothing yet, so before_claim alone is enough only where there are no tunnels: it
    # comes before the claim is played.
    cppclass OpenRoutes[Shape]:
        OpenRoutes(const Game[Shape]& game)
        void before_claim(const Game[Shape]& game, const State[Shape]& s, int route)

    void play_and_follow "ttr::cython::play_and_follow"[Shape](
        const Game[Shape]& game, State[Shape]& s, const Move& move, OpenRoutes[Shape]& open)

    Move pick_move[Shape](Policy policy, const Game[Shape]& game, const State[Shape]& s,
                          const OpenRoutes[Shape]& open, Stream& stream)
