/* Compiled policies that ttr_fast plays with in its own playouts: C, C++, Cython, numba.
 *
 * A policy is a function of the type ttr_policy: it looks at a view of the game and answers with
 * one of the legal actions. Python gets it as a ttr_fast.NativePolicy, made of a function that
 * ctypes or numba knows, or of a PyCapsule
 *
 *     PyCapsule_New((void*)policy, TTR_POLICY_PLUGIN, NULL)
 *
 * whose context (PyCapsule_SetContext) is the user_data. In Cython ttr_fast/policy_plugin.pxd makes
 * the capsule. The function runs without the GIL, in several threads at once, and must not call
 * Python, throw, or keep a pointer that it was given.
 *
 * The view holds what the seat may know and nothing else: no hand and no ticket of another seat,
 * and nothing of the order of the decks. What the numbers R.. say stands in the rules of this
 * project.
 */
#ifndef TTR_POLICY_PLUGIN_H
#define TTR_POLICY_PLUGIN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Name of the capsule. The number changes when this header does in a way that breaks policies. */
#define TTR_POLICY_PLUGIN "ttr_fast.policy_plugin.1"

/* Sizes of the arrays below; of each, only the first members that there are count, the rest is 0.
 */
#define TTR_MAX_SEATS 5
#define TTR_MAX_CITIES 128
#define TTR_MAX_ROUTES 256
#define TTR_MAX_TICKETS 512
#define TTR_MAX_ACTIONS 65536
#define TTR_MAX_LEGAL 31232

/* Kinds of cards: red orange yellow green blue pink black white, then the locomotive. Among the
 * colours of routes the ninth is gray. */
#define TTR_CARD_KINDS 9
#define TTR_LOCOMOTIVE 8
#define TTR_GRAY 8
#define TTR_NO_COLOR 255 /* of a payment in locomotives only */
#define TTR_NO_ROUTE 65535

/* Phases and kinds of actions, in the order of ttr_fast.PHASES and ttr_fast.ACTION_KINDS. */
enum {
  TTR_PHASE_CHOOSE_INITIAL_TICKETS,
  TTR_PHASE_CHOOSE_ACTION,
  TTR_PHASE_DRAW_SECOND_CARD,
  TTR_PHASE_CHOOSE_TICKETS,
  TTR_PHASE_PAY_TUNNEL
};
enum {
  TTR_KIND_DRAW_DECK,
  TTR_KIND_DRAW_FACE_UP,
  TTR_KIND_DRAW_TICKETS,
  TTR_KIND_PASS,
  TTR_KIND_KEEP_TICKETS,
  TTR_KIND_CLAIM,
  TTR_KIND_BUILD_STATION,
  TTR_KIND_PAY_TUNNEL,
  TTR_KIND_DECLINE_TUNNEL
};

/* --- What stays the same through all games of a run ------------------------------------------- */

typedef struct ttr_policy_route {
  uint8_t a, b;              /* cities */
  uint8_t length;            /* spaces */
  uint8_t color;             /* 0..7, or TTR_GRAY */
  uint8_t ferry_locomotives; /* so many of the cards must be locomotives (R59) */
  uint8_t is_tunnel;
  uint16_t twin; /* the next lane between the same two cities, in a circle; itself without any */
} ttr_policy_route;

typedef struct ttr_policy_ticket {
  uint8_t a, b; /* cities */
  int16_t points;
  uint8_t is_long;
  uint8_t unused;
} ttr_policy_ticket;

/* What an action number means. What does not concern its kind is 0. */
typedef struct ttr_policy_action {
  uint8_t kind;        /* TTR_KIND_... */
  uint8_t color;       /* drawn face-up, or paid: then maybe TTR_NO_COLOR */
  uint8_t locomotives; /* paid */
  uint8_t cards;       /* of the colour paid */
  uint16_t route;      /* TTR_KIND_CLAIM */
  uint8_t city;        /* TTR_KIND_BUILD_STATION */
  uint8_t keep;        /* TTR_KIND_KEEP_TICKETS: bit i = the i-th of the offered */
} ttr_policy_action;

typedef struct ttr_policy_game {
  int32_t num_seats, num_cities, num_routes, num_tickets, num_actions;
  int32_t trains_per_player, stations_per_player, station_value;
  int32_t longest_trail_bonus;
  int32_t final_round_threshold; /* so few trains of anyone begin the final round (R81) */
  int32_t twins_close;           /* not 0: who claims a lane closes its twins to all (R45) */
  int32_t route_points[16];      /* by length; [0] is 0 */
  /* Between two cities, in trains, over the whole board; 65535 = no way. */
  uint16_t distance[TTR_MAX_CITIES][TTR_MAX_CITIES];
  ttr_policy_route routes[TTR_MAX_ROUTES];
  ttr_policy_ticket tickets[TTR_MAX_TICKETS];
  ttr_policy_action actions[TTR_MAX_ACTIONS];
} ttr_policy_game;

/* --- What the seat to move sees --------------------------------------------------------------- */

/* What everybody sees of a seat. Sets are bits: member m is bit m % 64 of word m / 64. */
typedef struct ttr_policy_seat {
  uint64_t routes[TTR_MAX_ROUTES / 64]; /* claimed */
  int32_t route_points;
  int32_t trains;      /* left */
  int32_t num_cards;   /* in the hand */
  int32_t num_tickets; /* kept; of others during the initial choice: dealt (Q10) */
  int32_t num_stations;
  int32_t stations_left;
  int32_t has_resigned;
  uint8_t stations[8];                /* cities of those built, in the order built */
  uint8_t known_hand[TTR_CARD_KINDS]; /* of the hand, what every opponent can be sure of */
  uint8_t unused[7];
} ttr_policy_seat;

struct ttr_policy_truth;

typedef struct ttr_policy_view {
  /* A random word, new at every decision: word i of the policy stream of the seat is that of its
   * i-th decision, so equal seeds bring equal words. ttr_policy_word makes more of it. */
  uint64_t random;
  uint64_t game;            /* number of the game in the run's seed */
  int32_t seat;             /* to decide */
  int32_t phase;            /* TTR_PHASE_... */
  int32_t turn;             /* turns finished */
  int32_t ply;              /* decisions taken, all seats together */
  int32_t passes;           /* turns passed in a row */
  int32_t final_turns_left; /* in the final round, this one included; else -1 (R81) */
  int32_t deck_size, ticket_deck_size;

  uint64_t tickets[TTR_MAX_TICKETS / 64]; /* kept by the seat itself */
  uint64_t closed[TTR_MAX_ROUTES / 64];   /* routes that the seat can never claim (any more) */
  uint8_t hand[16];                       /* by kind of card, of the seat itself */
  uint8_t face_up[16];
  uint8_t discard[16];
  uint16_t offered[8]; /* tickets to choose from, in the order drawn */
  int32_t num_offered;
  /* The claim that waits for a surcharge, in TTR_PHASE_PAY_TUNNEL (R62); else tunnel_route is
   * TTR_NO_ROUTE and the others are 0. */
  uint16_t tunnel_route;
  uint8_t tunnel_color;       /* laid, or TTR_NO_COLOR */
  uint8_t tunnel_locomotives; /* laid */
  int32_t tunnel_extra;       /* cards that it costs beyond */

  ttr_policy_seat seats[TTR_MAX_SEATS]; /* by seat, that of the view included */

  /* Everything, hidden cards included, for C++ and Cython: see ttr/borrow.hpp. */
  const struct ttr_policy_truth* truth;

  int32_t num_legal;
  uint16_t legal[TTR_MAX_LEGAL]; /* the legal actions, ascending */
} ttr_policy_view;

/* Returns one of view->legal. Anything else stops the run with an exception. */
typedef int32_t (*ttr_policy)(const ttr_policy_view* view, const ttr_policy_game* game,
                              void* user_data);

/* --- Random numbers --------------------------------------------------------------------------- */

/* As many random words as a decision needs: i = 0, 1, ... */
static inline uint64_t ttr_policy_word(const ttr_policy_view* view, uint64_t i) {
  uint64_t x = view->random + i * UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
  return x ^ (x >> 31);
}

/* A number in 0..n-1, n at least 1, from a random word; each as probable to within 2^-32. */
static inline uint32_t ttr_policy_below(uint64_t word, uint32_t n) {
  return (uint32_t)(((word >> 32) * n) >> 32);
}

#ifdef __cplusplus
}
#endif

#endif
