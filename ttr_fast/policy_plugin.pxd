# For policies written in Cython (3.1 or later), with which ttr_fast then plays:
#
#     from libc.stdint cimport int32_t
#     from ttr_fast.policy_plugin cimport PolicyGame, PolicyView, policy_plugin
#
#     cdef int32_t choose(const PolicyView* view, const PolicyGame* game,
#                         void* user_data) noexcept nogil:
#         return view.legal[0]
#
#     FIRST = ttr_fast.NativePolicy(policy_plugin(choose), name="first")
#
# The compiler finds the header in the folder that ttr_fast.get_include() names; what the fields mean
# stands there.

from cpython.pycapsule cimport PyCapsule_New, PyCapsule_SetContext
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "ttr/policy_plugin.h" nogil:
    const char* TTR_POLICY_PLUGIN
    enum:
        TTR_MAX_SEATS
        TTR_MAX_CITIES
        TTR_MAX_ROUTES
        TTR_MAX_TICKETS
        TTR_MAX_ACTIONS
        TTR_MAX_LEGAL
        TTR_CARD_KINDS
        TTR_LOCOMOTIVE
        TTR_GRAY
        TTR_NO_COLOR
        TTR_NO_ROUTE
        TTR_PHASE_CHOOSE_INITIAL_TICKETS
        TTR_PHASE_CHOOSE_ACTION
        TTR_PHASE_DRAW_SECOND_CARD
        TTR_PHASE_CHOOSE_TICKETS
        TTR_PHASE_PAY_TUNNEL
        TTR_KIND_DRAW_DECK
        TTR_KIND_DRAW_FACE_UP
        TTR_KIND_DRAW_TICKETS
        TTR_KIND_PASS
        TTR_KIND_KEEP_TICKETS
        TTR_KIND_CLAIM
        TTR_KIND_BUILD_STATION
        TTR_KIND_PAY_TUNNEL
        TTR_KIND_DECLINE_TUNNEL

    ctypedef struct PolicyRoute "ttr_policy_route":
        uint8_t a
        uint8_t b
        uint8_t length
        uint8_t color
        uint8_t ferry_locomotives
        uint8_t is_tunnel
        uint16_t twin

    ctypedef struct PolicyTicket "ttr_policy_ticket":
        uint8_t a
        uint8_t b
        int16_t points
        uint8_t is_long

    ctypedef struct PolicyAction "ttr_policy_action":
        uint8_t kind
        uint8_t color
        uint8_t locomotives
        uint8_t cards
        uint16_t route
        uint8_t city
        uint8_t keep

    ctypedef struct PolicyGame "ttr_policy_game":
        int32_t num_seats
        int32_t num_cities
        int32_t num_routes
        int32_t num_tickets
        int32_t num_actions
        int32_t trains_per_player
        int32_t stations_per_player
        int32_t station_value
        int32_t longest_trail_bonus
        int32_t final_round_threshold
        int32_t twins_close
        int32_t[16] route_points
        uint16_t[128][128] distance
        PolicyRoute[256] routes
        PolicyTicket[512] tickets
        PolicyAction[65536] actions

    ctypedef struct PolicySeat "ttr_policy_seat":
        uint64_t[4] routes
        int32_t route_points
        int32_t trains
        int32_t num_cards
        int32_t num_tickets
        int32_t num_stations
        int32_t stations_left
        int32_t has_resigned
        uint8_t[8] stations
        uint8_t[9] known_hand

    ctypedef struct PolicyView "ttr_policy_view":
        uint64_t random
        uint64_t game
        int32_t seat
        int32_t phase
        int32_t turn
        int32_t ply
        int32_t passes
        int32_t final_turns_left
        int32_t deck_size
        int32_t ticket_deck_size
        uint64_t[8] tickets
        uint64_t[4] closed
        uint8_t[16] hand
        uint8_t[16] face_up
        uint8_t[16] discard
        uint16_t[8] offered
        int32_t num_offered
        uint16_t tunnel_route
        uint8_t tunnel_color
        uint8_t tunnel_locomotives
        int32_t tunnel_extra
        PolicySeat[5] seats
        int32_t num_legal
        uint16_t[31232] legal

    ctypedef int32_t (*PolicyFunction "ttr_policy")(
        const PolicyView* view, const PolicyGame* game, void* user_data) noexcept nogil

    uint64_t ttr_policy_word(const PolicyView* view, uint64_t i)
    uint32_t ttr_policy_below(uint64_t word, uint32_t n)


cdef inline object policy_plugin(PolicyFunction choose, void* user_data=NULL):
    """The capsule that ttr_fast.NativePolicy accepts; what user_data points to must outlive it."""
    capsule = PyCapsule_New(<void*>choose, TTR_POLICY_PLUGIN, NULL)
    PyCapsule_SetContext(capsule, user_data)
    return capsule
