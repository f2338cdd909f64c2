// serial.hpp: states as bytes and back; damaged bytes are refused or give a state that is sound.
#include <set>

#include "games.hpp"

using namespace ttr;
using test::Random;

namespace {

using G = Game<UpTo128>;
using S = State<UpTo128>;
using Bytes = std::vector<std::uint8_t>;

// Plays on from a state that came from outside; returns the number of plies.
int play_on(const G& game, S s, Random& random, int most) {
  int plies = 0;
  for (; plies < most && !s.is_terminal(); ++plies) {
    const auto moves = test::legal_moves(game, s);
    CHECK(!moves.empty());
    play_unchecked(game, s, random.one_of(moves));
    CHECK(state_is_ok(game, s));
  }
  NetworkTrail<UpTo128> trail;
  static_cast<void>(score_sheet(game, s, trail));
  return plies;
}

void damage(Bytes& bytes, Random& random) {
  const int changes = random.percent(60) ? 1 : random.in(2, 6);
  for (int i = 0; i < changes; ++i) {
    switch (bytes.empty() ? 3 : random.below(8)) {
      case 0:
        bytes.resize(static_cast<std::size_t>(random.below(static_cast<int>(bytes.size()))));
        break;
      case 1: bytes.erase(bytes.begin() + random.below(static_cast<int>(bytes.size()))); break;
      case 2: bytes.push_back(static_cast<std::uint8_t>(random.below(256))); break;
      case 3:
        bytes.insert(bytes.begin() + random.below(static_cast<int>(bytes.size()) + 1),
                     static_cast<std::uint8_t>(random.below(256)));
        break;
      case 4:
      case 5:
        bytes[static_cast<std::size_t>(random.below(static_cast<int>(bytes.size())))] ^=
            static_cast<std::uint8_t>(1 << random.below(8));
        break;
      case 6:
        bytes[static_cast<std::size_t>(random.below(static_cast<int>(bytes.size())))] =
            static_cast<std::uint8_t>(random.percent(50) ? 0 : 255);
        break;
      default:  // two bytes change places: often a sound state again
        std::swap(bytes[static_cast<std::size_t>(random.below(static_cast<int>(bytes.size())))],
                  bytes[static_cast<std::size_t>(random.below(static_cast<int>(bytes.size())))]);
    }
  }
}

}  // namespace

TEST(serial_round_trip) {
  test::for_random_games(40, 1, [&](const auto& game, const auto& s, const auto& moves) {
    const Bytes bytes = state_to_bytes(game, s);
    S copy = state_from_bytes(game, bytes);
    CHECK_EQ(state_to_bytes(game, copy), bytes);
    CHECK_EQ(state_hash(game, copy), state_hash(game, s));
    for (std::size_t p = 0; p < copy.players.size(); ++p)
      CHECK(copy.players[p].closed == s.players[p].closed);
    CHECK(copy.face_up == s.face_up);
    if (moves.empty()) return;
    S original = s;  // and they go on alike
    play_unchecked(game, original, moves.back());
    play_unchecked(game, copy, moves.back());
    CHECK_EQ(state_to_bytes(game, copy), state_to_bytes(game, original));
  });
}

TEST(serial_round_trip_of_pending_tunnels) {  // F37
  Random random(9);
  int tunnels = 0;
  for (int i = 0; i < 20; ++i) {
    const G game = test::small_europe(kMinPlayers + i % 4);
    test::play_randomly(
        game, random.word(), random,
        [&](const S& s, const auto& moves) {
          if (s.phase != Phase::pay_tunnel) return;
          ++tunnels;
          const Bytes bytes = state_to_bytes(game, s);
          for (const Move& move : moves) {
            S original = s, copy = state_from_bytes(game, bytes);
            CHECK(copy.tunnel == s.tunnel);
            CHECK(play(game, original, move) && play(game, copy, move));
            CHECK_EQ(state_to_bytes(game, copy), state_to_bytes(game, original));
          }
        },
        1);
  }
  CHECK(tunnels > 20);
}

TEST(serial_hashes_differ) {
  std::set<std::uint64_t> hashes;
  std::set<Bytes> states;
  test::for_random_games(60, 2, [&](const auto& game, const auto& s, const auto&) {
    hashes.insert(state_hash(game, s));
    states.insert(state_to_bytes(game, s));
  });
  CHECK_EQ(hashes.size(), states.size());
  const G game = test::small_game(2);
  S s = new_initial_state(game, 1);
  const std::uint64_t hash = state_hash(game, s);
  s.chance.next();  // the future counts
  CHECK(state_hash(game, s) != hash);
}

TEST(serial_refuses_every_shorter_and_longer_text) {
  Random random(3);
  for (int players = 2; players <= 5; ++players) {
    const G game = test::small_europe(players);
    test::play_randomly(game, random.word(), random, [&](const S& s, const auto&) {
      if (s.ply % 20 != 0) return;
      Bytes bytes = state_to_bytes(game, s);
      for (std::size_t n = 0; n < bytes.size(); ++n)
        CHECK_THROWS(FormatError, state_from_bytes(game, std::span(bytes).first(n)));
      bytes.push_back(0);
      CHECK_THROWS(FormatError, state_from_bytes(game, bytes));
    });
  }
}

TEST(serial_refuses_other_games) {
  const Bytes bytes =
      state_to_bytes(test::small_game(3), new_initial_state(test::small_game(3), 1));
  CHECK_THROWS(FormatError, state_from_bytes(test::small_game(2), bytes));
  Rules rules;
  rules.trains_per_player = 40;
  CHECK_THROWS(FormatError, state_from_bytes(test::small_game(3, rules), bytes));
  Bytes other = bytes;
  other[0] = kStateFormat + 1;
  CHECK_THROWS(FormatError, state_from_bytes(test::small_game(3), other));
}

TEST(serial_damage_is_refused_or_sound) {
  Random random(4);
  int refused = 0, sound = 0;
  test::for_random_games(40, 5, [&](const auto& game, const auto& s, const auto&) {
    if (s.ply % 4 != 0) return;
    const Bytes bytes = state_to_bytes(game, s);
    for (int trial = 0; trial < 15; ++trial) {
      Bytes damaged = bytes;
      damage(damaged, random);
      try {
        const S read = state_from_bytes(game, damaged);
        CHECK(state_is_ok(game, read));
        const Bytes again = state_to_bytes(game, read);
        CHECK_EQ(state_to_bytes(game, state_from_bytes(game, again)), again);
        play_on(game, read, random, 4);
        ++sound;
      } catch (const FormatError&) {
        ++refused;
      }
    }
  });
  CHECK(refused > 5000 && sound > 300);
}

TEST(serial_every_single_byte) {
  Random random(6);
  const G game = test::small_europe(3);
  int sound = 0;
  test::play_randomly(game, 7, random, [&](const S& s, const auto&) {
    if (s.ply % 50 != 0 && s.phase != Phase::pay_tunnel) return;
    const Bytes bytes = state_to_bytes(game, s);
    for (std::size_t i = 0; i < bytes.size(); ++i)
      for (int value : {0, 1, 2, 5, 9, 14, 100, 127, 128, 254, 255}) {
        Bytes damaged = bytes;
        damaged[i] = static_cast<std::uint8_t>(value);
        try {
          const S read = state_from_bytes(game, damaged);
          CHECK(state_is_ok(game, read));
          CHECK_EQ(state_to_bytes(game, read), damaged);  // a single byte: still canonical
          play_on(game, read, random, 1);
          ++sound;
        } catch (const FormatError&) {
        }
      }
  });
  CHECK(sound > 100);
}

// A number beyond the set is refused before it is put there: next to the set lie other fields.
TEST(serial_refuses_numbers_beyond_their_set) {
  const G game = test::small_game(2);
  S s = new_initial_state(game, 1);
  const Bytes before = state_to_bytes(game, s);
  s.players[0].tickets.insert(127);
  Bytes bytes = state_to_bytes(game, s);
  std::size_t at = 0;  // of the 127: the sets begin to differ in their sizes
  while (bytes[at] == before[at]) ++at;
  at += 2;
  CHECK_EQ(bytes[at], 127);
  auto refusal = [&](int number) -> std::string {
    bytes[at] = static_cast<std::uint8_t>(number & 0xFF);
    bytes[at + 1] = static_cast<std::uint8_t>(number >> 8);
    try {
      state_from_bytes(game, bytes);
    } catch (const FormatError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(refusal(127).find("the map has 16") != std::string::npos);
  for (int number : {128, 129, 191, 255, 256, 1000, 65535})
    CHECK(refusal(number).find("out of range") != std::string::npos);
}

TEST(serial_random_bytes) {
  Random random(8);
  const G game = test::small_game(2);
  for (int trial = 0; trial < 5000; ++trial) {
    Bytes bytes(static_cast<std::size_t>(random.below(400)));
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
    if (!bytes.empty()) bytes[0] = kStateFormat;
    if (bytes.size() > 1) bytes[1] = 2;
    CHECK_THROWS(FormatError, state_from_bytes(game, bytes));
  }
}
