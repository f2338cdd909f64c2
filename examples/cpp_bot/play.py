"""The bot in C++ against `random`: as a policy of playouts, and move by move from Python."""

import sys

import cpp_bot

import ttr_fast as ttr

games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
usa = ttr.Game("usa", players=2)
bot = ttr.NativePolicy(cpp_bot.MONTE_CARLO, name="monte_carlo")
print(ttr.playouts(usa, games, policy=[bot, "random"], seed=1).summary())

state = usa.new_initial_state(seed=1)
while state.phase() == "choose_initial_tickets":
    action = cpp_bot.choose(state, worlds=2)
    print("seat", state.current_player(), usa.action_to_string(action))
    state.apply_action(action)
