// Sets of points and their moves are compared with plain loops, for all kinds of board and all moves.

#include <set>

#include "check.h"
#include "grav/chance.h"
#include "grav/bitsets.h"

using grav::Cell;

namespace {

using Plain = std::set<Cell>;

template <class Set>
Set make_set(const Plain& cells) {
    Set set;
    set.clear();
    for (const Cell cell : cells) set.add(cell);
    return set;
}

template <class Set>
Plain cells_of(const Set& set) {
    Plain cells;
    for (Cell cell = 0; cell < Set::CELLS; ++cell) {
        if (set.has(cell)) cells.insert(cell);
    }
    return cells;
}

// Draws cells of a board of the full size of its kind, from none to all of them.
template <class Kind>
Plain draw_cells(grav::Chance& chance, int percent) {
    Plain cells;
    for (int row = 0; row < Kind::MAX_SIZE; ++row) {
        for (int column = 0; column < Kind::MAX_SIZE; ++column) {
            if (chance.below(100) < percent) cells.insert(grav::cell_of<Kind>(row, column));
        }
    }
    return cells;
}

template <class Kind>
Plain move_cells(const Plain& cells, int up, int right) {
    using Set = typename Kind::Set;
    Plain found;
    for (const Cell cell : cells) {
        const int row = cell / Set::WIDTH + up, column = cell % Set::WIDTH + right;
        if (row < 0 || row >= Set::ROWS || column < 0 || column >= Set::WIDTH) continue;
        found.insert(row * Set::WIDTH + column);
    }
    return found;
}

Plain intersect_cells(const Plain& one, const Plain& other) {
    Plain found;
    for (const Cell cell : one) {
        if (other.contains(cell)) found.insert(cell);
    }
    return found;
}

template <class Kind>
void check_moves() {
    using Set = typename Kind::Set;
    auto chance = grav::Chance::of(1, Kind::MAX_SIZE);
    for (const int percent : {20, 100}) {
        const Plain cells = draw_cells<Kind>(chance, percent), kept = draw_cells<Kind>(chance, 90);
        typename Kind::Mover mover;
        mover.clear();
        for (const Cell cell : cells) mover.add(cell);
        for (int up = 1 - Set::ROWS; up < Set::ROWS; ++up) {
            for (int right = 1 - Set::WIDTH; right < Set::WIDTH; ++right) {
                Set set = make_set<Set>(kept);
                mover.intersect_moved(set, up, right);
                CHECK(cells_of(set) == intersect_cells(kept, move_cells<Kind>(cells, up, right)));
            }
        }
        for (const Cell cell : cells) mover.drop(cell);
        Set set = make_set<Set>(kept);
        mover.intersect_moved(set, 0, 0);
        CHECK(grav::is_empty(set));
    }
}

template <class Kind>
void check_sets() {
    using Set = typename Kind::Set;
    auto chance = grav::Chance::of(2, Kind::MAX_SIZE);
    for (const int percent : {0, 2, 30, 70, 100}) {
        const Plain one = draw_cells<Kind>(chance, percent), other = draw_cells<Kind>(chance, 50);
        Set set = make_set<Set>(one);
        CHECK(cells_of(set) == one);
        CHECK_EQ(grav::size_of(set), one.size());
        CHECK_EQ(grav::is_empty(set), one.empty());
        CHECK_EQ(grav::lowest_cell(set), one.empty() ? grav::NOWHERE : *one.begin());
        CHECK_EQ(grav::highest_cell(set), one.empty() ? grav::NOWHERE : *one.rbegin());
        int rank = 0;
        for (const Cell cell : one) CHECK_EQ(grav::cell_at(set, rank++), cell);
        Plain seen;
        grav::for_each(set, [&](Cell cell) { CHECK(seen.empty() || *seen.rbegin() < cell); seen.insert(cell); });
        CHECK(seen == one);
        Set met = set, joined = set, left = set;
        met.intersect(make_set<Set>(other));
        joined.unite(make_set<Set>(other));
        left.subtract(make_set<Set>(other));
        CHECK(cells_of(met) == intersect_cells(one, other));
        CHECK_EQ(grav::size_of(joined), one.size() + other.size() - grav::size_of(met));
        CHECK_EQ(grav::size_of(left), one.size() - grav::size_of(met));
        CHECK(met == make_set<Set>(intersect_cells(one, other)));
        CHECK(grav::lies_in(met, set) && grav::lies_in(set, joined) && grav::lies_in(set, set));
        CHECK_EQ(grav::lies_in(set, met), met == set);
        for (const Cell cell : one) {
            Set lacking = joined;
            lacking.drop(cell);
            CHECK(!grav::lies_in(set, lacking));
        }
        CHECK(percent == 0 || !(left == set) || grav::is_empty(met));
        for (const Cell cell : one) set.drop(cell);
        CHECK(grav::is_empty(set));
    }
}

template <class Kind>
void check_rows() {
    using Set = typename Kind::Set;
    for (int row = 0; row < Kind::MAX_SIZE; ++row) {
        Set set;
        set.clear();
        set.add_row(row, 0b1101);
        CHECK(cells_of(set) == (Plain{row * Set::WIDTH, row * Set::WIDTH + 2, row * Set::WIDTH + 3}));
    }
}

}  // namespace

TEST(one_word_moves_as_a_plain_loop_does) { check_moves<grav::Small>(); }
TEST(sixteen_rows_move_as_a_plain_loop_does) { check_moves<grav::Medium>(); }
TEST(long_rows_move_as_a_plain_loop_does) { check_moves<grav::Large>(); }

TEST(sets_hold_what_was_added) {
    check_sets<grav::Small>();
    check_sets<grav::Medium>();
    check_sets<grav::Large>();
}

TEST(rows_are_added_whole) {
    check_rows<grav::Small>();
    check_rows<grav::Medium>();
    check_rows<grav::Large>();
}

TEST(the_bit_of_a_rank_is_found_in_any_word) {
    auto chance = grav::Chance::of(3, 0);
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t bits = chance.next() & chance.next();
        int rank = 0;
        for (int bit = 0; bit < 64; ++bit) {
            if (bits >> bit & 1) CHECK_EQ(grav::select_bit(bits, rank++), bit);
        }
        CHECK_EQ(grav::count_bits(bits), rank);
    }
}
