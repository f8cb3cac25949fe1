// tally.h: sums over many games in whole numbers, independent of the order of addition.
#pragma once

#include "grav/playout.h"

namespace grav {

/// Sums over games; `grav.native.tallies` has the same fields in the same order.
struct Tally {
    int64_t games;    // finished games; all sums but `stopped` are over these
    int64_t stopped;  // games stopped at the limit of placements
    int64_t ties;     // games tied for the most stones: the later in order won
    int64_t by_seat[MAX_PLAYERS];   // games won by each seat
    int64_t by_place[MAX_PLAYERS];  // games won by each place in the order of play
    int64_t stones, stones_squared;  // stones on the board at the end
    int64_t margin, margin_squared;  // the winner's lead over the second
    int64_t placements, placements_squared;
    int64_t decisions[TENTHS], legal[TENTHS], in_reach[TENTHS];
    int64_t shapes, bonus_turns;
    int64_t longest_chain, longest_chain_squared;
    int64_t shaped;       // games in which a shape was completed
    int64_t first_shape;  // numbers of the placements that completed the first shape
    int64_t by_first_shape;  // games won by the seat that completed the first shape
    int64_t lead_changes, lead_changes_squared;
    int64_t behind;
    int64_t breaches, missed, called, wrong_shouts;
    int64_t stolen;  // games whose margin is at most the winner's breaches that stood
};

constexpr int TALLIED = sizeof(Tally) / sizeof(int64_t);

/// The winner of a game that was not played at all.
constexpr int NOT_PLAYED = -2;

/// Adds a game. Calls `add(sum, value)` for all sums in turn, even for a stopped game, so that the
/// threads of a GPU warp can add their values together.
template <class Add>
GRAV_FN void add_game(Tally& tally, const Measures& game, int players, Add&& add) {
    const bool over = game.winner >= 0;
    const auto count = [&](int64_t& sum, int64_t value) { add(sum, over ? value : 0); };
    const auto count_squared = [&](int64_t& sum, int64_t& squares, int64_t value) {
        count(sum, value);
        count(squares, value * value);
    };
    int stones = 0, most = 0, next = 0;
    for (int seat = 0; seat < players; ++seat) {
        stones += game.stones[seat];
        if (seat == game.winner) {
            most = game.stones[seat];
        } else {
            next = max_of(next, game.stones[seat]);
        }
    }
    const int margin = most - next;
    const int later = game.winner - game.first;
    const int place = later < 0 ? later + players : later;
    add(tally.games, over);
    add(tally.stopped, game.winner == -1);
    count(tally.ties, margin == 0);
    for (int seat = 0; seat < MAX_PLAYERS; ++seat) count(tally.by_seat[seat], seat == game.winner);
    for (int at = 0; at < MAX_PLAYERS; ++at) count(tally.by_place[at], at == place);
    count_squared(tally.stones, tally.stones_squared, stones);
    count_squared(tally.margin, tally.margin_squared, margin);
    count_squared(tally.placements, tally.placements_squared, game.placements);
    for (int tenth = 0; tenth < TENTHS; ++tenth) {
        count(tally.decisions[tenth], game.decisions[tenth]);
        count(tally.legal[tenth], game.legal[tenth]);
        count(tally.in_reach[tenth], game.in_reach[tenth]);
    }
    count(tally.shapes, game.shapes);
    count(tally.bonus_turns, game.bonus_turns);
    count_squared(tally.longest_chain, tally.longest_chain_squared, game.longest_chain);
    count(tally.shaped, game.first_shape > 0);
    count(tally.first_shape, game.first_shape);
    count(tally.by_first_shape, game.first_shape_by == game.winner);
    count_squared(tally.lead_changes, tally.lead_changes_squared, game.lead_changes);
    count(tally.behind, game.behind);
    count(tally.breaches, game.breaches);
    count(tally.missed, game.missed);
    count(tally.called, game.called);
    count(tally.wrong_shouts, game.wrong_shouts);
    count(tally.stolen, game.missed_of_winner > 0 && margin <= game.missed_of_winner);
}

/// Adds another tally.
GRAV_FN void add_tally(Tally& tally, const Tally& other) {
    auto* to = reinterpret_cast<int64_t*>(&tally);
    const auto* from = reinterpret_cast<const int64_t*>(&other);
    for (int i = 0; i < TALLIED; ++i) to[i] += from[i];
}

}  // namespace grav
