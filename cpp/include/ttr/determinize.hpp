// Determinize: a full state drawn at random from those that fit what one seat knows.
//
// Cards. Unseen by the seat are the deck and the hidden cards of the others (memory.hpp). Those
// that it has counted are dealt to hidden places that need not be fresh, the rest of the unseen
// cards to the other hidden places and to the deck.
//
//     unseen      = deck + hidden cards of the others
//     counted     -> hidden places, `fresh` of each seat at most left out
//     the others  -> the places left out, and the deck
//
// Every choice of the places left out is equally likely, and for each of them every arrangement of
// the cards, cards of a kind told apart.
//
// Tickets. Unseen are those that the seat neither holds nor has located. They are dealt to the
// places of the others' tickets, to the deck, and out of the game, where they may have gone;
// tickets returned in one go stay in order (Q11). During the initial choice nobody sees what the
// others keep (Q10): each that has chosen is given another hand of tickets and another choice,
// every legal one equally likely.
//
// Not used: what follows from a seat's passing (it could pay for nothing), what its decisions make
// likely, and what memory.hpp forgets.
#pragma once

#include <algorithm>
#include <array>

#include "ttr/play.hpp"
#include "ttr/policy.hpp"

namespace ttr {

inline constexpr std::uint64_t kResampleSalt = 0x8BB84B93962EACC9u;

namespace detail {

inline int draw_kind(Cards& cards, Stream& stream) {
  const int kind =
      cards.kind_of(static_cast<int>(stream.below(static_cast<std::uint32_t>(cards.total()))));
  cards.remove(kind);
  return kind;
}

// Of the hidden places of every other seat, how many may hold uncounted cards: `num` in all, chosen
// among those that `fresh` allows.
template <class Shape>
std::array<int, kMaxPlayers> uncounted_places(const Game<Shape>& game, const State<Shape>& s,
                                              int seat, int num, Stream& stream) {
  std::array<int, kMaxPlayers> places{};
  int all = 0;
  for (bool by_fresh : {true, false}) {  // a position from outside may say too little
    all = 0;
    for (int other = 0; other < game.num_players; ++other) {
      const auto& p = s.players[other];
      places[other] = other == seat ? 0 : by_fresh ? p.fresh : hidden_cards(p).total();
      all += places[other];
    }
    if (all >= num) break;
  }
  for (; all > num; --all) {  // one less: every place is as likely to go
    int k = static_cast<int>(stream.below(static_cast<std::uint32_t>(all)));
    int other = 0;
    while (k >= places[other]) k -= places[other++];
    --places[other];
  }
  return places;
}

// What the other seats have counted, now that their hands are new: all that surely is in hands but
// what was dealt to them of it, as far as the others hold it.
template <class Shape>
void recount(const Game<Shape>& game, State<Shape>& s, int seat) {
  Cards all;
  for (int p = 0; p < game.num_players; ++p) all += hidden_cards(s.players[p]);
  for (int other = 0; other < game.num_players; ++other) {
    if (other == seat) continue;
    auto& p = s.players[other];
    Cards rest = all;
    rest -= hidden_cards(p);
    Cards counted;
    for (int kind = 0; kind < kCardKinds; ++kind)
      counted.add(kind, std::clamp(s.in_hands[kind] - p.counted[kind], 0, rest[kind]));
    p.counted = counted;
  }
}

template <class Shape>
void resample_cards(const Game<Shape>& game, State<Shape>& s, int seat, Stream& stream) {
  Cards counted = s.players[seat].counted;
  Cards unseen = s.deck;
  int hidden = 0;
  for (int other = 0; other < game.num_players; ++other)
    if (other != seat) {
      const Cards cards = hidden_cards(s.players[other]);
      unseen += cards;
      hidden += cards.total();
    }
  int left = counted.total();
  unseen -= counted;
  const auto uncounted = uncounted_places(game, s, seat, hidden - left, stream);
  for (int other = 0; other < game.num_players; ++other) {
    if (other == seat) continue;
    auto& p = s.players[other];
    const int places = hidden_cards(p).total() - uncounted[other];
    p.hand = p.known;
    Cards dealt;
    if (places == left)
      std::swap(dealt, counted);
    else
      for (int i = 0; i < places; ++i) dealt.add(draw_kind(counted, stream));
    left -= places;
    p.hand += dealt;
    for (int i = 0; i < uncounted[other]; ++i) p.hand.add(draw_kind(unseen, stream));
    // With two players the seat knows what the other has counted of it.
    if (game.num_players > 2) p.counted = dealt;  // for the moment
  }
  s.deck = unseen;
  if (game.num_players > 2) recount(game, s, seat);
}

// Tickets in a random order, dealt one by one.
template <class Shape>
class UnseenTickets {
 public:
  using Set = typename State<Shape>::TicketSet;
  UnseenTickets(const Set& tickets, Stream& stream) : stream_(stream) {
    tickets.for_each([&](int t) { tickets_[size_++] = static_cast<std::uint16_t>(t); });
  }
  int size() const { return size_; }
  int deal() {  // contract: there is one
    const auto k = stream_.below(static_cast<std::uint32_t>(size_));
    const int ticket = tickets_[k];
    tickets_[k] = tickets_[--size_];
    return ticket;
  }

 private:
  std::array<std::uint16_t, Shape::tickets> tickets_;
  int size_ = 0;
  Stream& stream_;
};

template <class Shape>
class ResampleTickets {
 public:
  // `s` is `was`, to be dealt anew.
  ResampleTickets(const Game<Shape>& game, const State<Shape>& was, State<Shape>& s, int seat,
                  Stream& stream)
      : ResampleTickets(game, was, s, seat, stream, unseen(game, was, seat)) {}

  void deal() {
    if (s_.phase == Phase::choose_initial_tickets)
      deal_initial();
    else
      deal_later();
  }

 private:
  using Set = typename State<Shape>::TicketSet;
  using Id = typename State<Shape>::TicketId;

  ResampleTickets(const Game<Shape>& game, const State<Shape>& was, State<Shape>& s, int seat,
                  Stream& stream, const Set& unseen)
      : game_(game), was_(was), s_(s), mine_(was.players[seat].located), seat_(seat),
        stream_(stream), apart_(set_apart(game)), regular_(unseen - apart_, stream),
        long_(unseen & apart_, stream) {}

  static Set set_apart(const Game<Shape>& game) {
    Set apart;
    for (int t : game.long_tickets) apart.insert(t);
    return apart;
  }
  static Set unseen(const Game<Shape>& game, const State<Shape>& s, int seat) {
    const auto& me = s.players[seat];
    Set seen = me.tickets | me.located;
    for (int i = 0; i < me.num_offered; ++i) seen.insert(me.offered[i]);
    return Set::first(game.map.num_tickets()) - seen;
  }

  template <class F>
  void for_each_other(F&& f) {
    for (int other = 0; other < game_.num_players; ++other)
      if (other != seat_) f(other, s_.players[other]);
  }

  // Everybody else is dealt anew; those that have chosen choose anew. All tickets under the deck
  // were returned now: they are laid there again, seat by seat.
  void deal_initial() {
    for_each_other([&](int, auto& p) {
      p.located = {};
      p.tickets = {};
      p.num_offered = 0;
      for (int i = 0; i < game_.long_dealt; ++i)
        p.offered[p.num_offered++] = static_cast<Id>(long_.deal());
      for (int i = 0; i < game_.rules.initial_tickets_dealt; ++i)
        p.offered[p.num_offered++] = static_cast<Id>(regular_.deal());
    });
    s_.ticket_deck.drop_from(s_.unseen_tickets);
    for (int i = 0; i < s_.unseen_tickets; ++i) s_.ticket_deck.replace(i, regular_.deal());
    const auto& sets = kKeepSets[game_.tickets_dealt()][game_.rules.initial_tickets_keep_min];
    for (int other = 0; other < game_.num_players; ++other) {
      if (other == seat_)
        return_again(other);
      else if (was_.players[other].initial_kept > 0)
        keep_tickets(game_, s_, other, sets.sets[stream_.below(sets.count)]);
      else if (s_.has_resigned(other))  // before it could choose
        keep_tickets(game_, s_, other, 0);
    }
  }

  // Those that the seat itself has returned. All others have been dealt to: what is left are some
  // that it does not remember, in a position from outside.
  void return_again(int seat) {
    if (game_.rules.tickets_leave_at_start()) return;
    Set returned = s_.players[seat].located - apart_;
    while (regular_.size() > 0) returned.insert(regular_.deal());
    bool first = true;
    returned.for_each([&](int t) {
      s_.ticket_deck.put_under(t, first);
      first = false;
    });
  }

  void deal_later() {
    const Set held = own();
    for_each_other([&](int, auto& p) { p.located &= held; });
    deal_deck();
    for_each_other([&](int other, auto& p) {
      for (int i = 0; i < p.num_offered; ++i) {
        if (!mine_.has(p.offered[i])) p.offered[i] = static_cast<Id>(regular());
        locate(was_.players[other].offered[i], p.offered[i], other);
      }
    });
    std::array<int, kMaxPlayers> long_kept{};
    for_each_other([&](int other, auto&) { long_kept[other] = deal_kept(other); });
    // Last: a position from outside may say that more has left the game than can have.
    for_each_other([&](int other, auto&) { deal_out(other, long_kept[other]); });
  }

  Set own() const {
    Set own = s_.players[seat_].tickets;
    for (int i = 0; i < s_.players[seat_].num_offered; ++i)
      own.insert(s_.players[seat_].offered[i]);
    return own;
  }

  // Whoever knew where the ticket `before` lies knows it of the one that lies there now.
  void locate(int before, int now, int holder = -1) {
    for_each_other([&](int other, auto& p) {
      if (other != holder && was_.players[other].located.has(before)) p.located.insert(now);
    });
  }

  void deal_deck() {
    auto& deck = s_.ticket_deck;
    for (int i = 0; i < s_.unseen_tickets; ++i) deck.replace(i, regular());
    for (int i = s_.unseen_tickets, end; i < deck.size(); i = end) {
      for (end = i + 1; end < deck.size() && !deck.starts_block(end);) ++end;
      deal_block(i, end);
      for (int k = i; k < end; ++k) locate(was_.ticket_deck[k], deck[k]);
    }
  }

  void deal_block(int begin, int end) {
    auto& deck = s_.ticket_deck;
    Set dealt;
    for (int i = begin; i < end; ++i)
      if (!mine_.has(deck[i])) dealt.insert(regular());
    int i = begin;
    dealt.for_each([&](int ticket) {
      while (mine_.has(deck[i])) ++i;
      deck.replace(i++, ticket);
    });
  }

  // What a seat keeps. Returns how many of the long ones dealt to it at the start.
  int deal_kept(int other) {
    auto& p = s_.players[other];
    const Set before = p.tickets;
    const int long_kept = draw_long_kept(before, p.initial_kept);
    Set dealt;
    const int places = (before - mine_).len();
    const int known_long = (before & mine_ & apart_).len();
    for (int i = 0; i < places; ++i)
      dealt.insert(i < long_kept - known_long && long_.size() > 0 ? long_.deal() : regular());
    p.tickets = (before & mine_) | dealt;
    before.for_each([&](int ticket) {
      if (mine_.has(ticket)) locate(ticket, ticket, other);
    });
    // Another seat may have returned some of them.
    const Set returned = dealt - apart_;
    for_each_other([&](int third, auto& q) {
      if (third == other) return;
      const int n =
          std::min(((was_.players[third].located & before) - mine_).len(), returned.len());
      for (int k = 0; k < n; ++k) q.located.insert(returned.select(k));
    });
    return long_kept;
  }

  // What of the first tickets of a seat has left the game.
  void deal_out(int other, int long_kept) {
    auto& p = s_.players[other];
    int left = game_.tickets_dealt() - p.initial_kept;
    for (int i = long_kept; i < game_.long_dealt && left > 0 && long_.size() > 0; ++i, --left)
      p.located.insert(long_.deal());
    if (game_.rules.tickets_leave_at_start())
      for (; left > 0 && regular_.size() > 0; --left) p.located.insert(regular_.deal());
  }

  // Any of the tickets dealt at the start may be those that were kept. Where returned ones go under
  // the deck all have seen how many long ones did not.
  int draw_long_kept(const Set& tickets, int kept) {
    if (!game_.rules.tickets_leave_at_start()) return (tickets & apart_).len();
    int places = game_.tickets_dealt(), long_places = game_.long_dealt;
    for (int i = 0; i < kept && long_places > 0; ++i, --places)
      if (static_cast<int>(stream_.below(static_cast<std::uint32_t>(places))) < long_places)
        --long_places;
    return game_.long_dealt - long_places;
  }

  // One of those without long tickets kept apart, as long as there are any: a position from outside
  // may have another mix.
  int regular() { return regular_.size() > 0 ? regular_.deal() : long_.deal(); }

  const Game<Shape>& game_;
  const State<Shape>& was_;
  State<Shape>& s_;
  const Set mine_;  // located by the seat
  int seat_;
  Stream& stream_;
  Set apart_;
  UnseenTickets<Shape> regular_, long_;
};

}  // namespace detail

// A state that the seat cannot tell from `s`, drawn at random, with a new future. It depends on the
// seed and on what the seat knows alone. At the end of the game all hands are open: nothing is
// dealt anew.
template <class Shape>
State<Shape> determinize(const Game<Shape>& game, const State<Shape>& s, int seat,
                         std::uint64_t seed) {
  State<Shape> t = s;
  t.seed = mix64(seed + kResampleSalt);
  t.game_index = 0;
  t.chance = Stream(t.seed, 0, kChanceStream);
  if (s.is_terminal()) return t;
  Stream stream(t.seed, 0, kDealStream);
  detail::resample_cards(game, t, seat, stream);
  detail::ResampleTickets<Shape>(game, s, t, seat, stream).deal();
  TTR_CHECK_STATE(game, t);
  return t;
}

}  // namespace ttr
