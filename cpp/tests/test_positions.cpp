// Positions against a direct implementation of the rules, and incremental updates against positions built anew.

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "check.h"
#include "grav/breaches.h"
#include "grav/chance.h"
#include "grav/shapes.h"

using grav::Cell;
using grav::Chance;
using grav::Rules;

namespace {

using Point = std::pair<int, int>;  // row, column
using Stones = std::set<Point>;

// ---- A direct implementation of the rules.

int count_stones_met(const Stones& stones, Point from, int up, int right) {
    int met = 0;
    for (int k = 1; stones.contains({from.first + k * up, from.second + k * right}); ++k) ++met;
    return met;
}

bool breaks_continuity(const Stones& stones, Point at, const Rules& rules) {
    for (const auto& line : grav::LINES) {
        for (int k = 1; k < rules.size; ++k) {
            const int up = line[0] * k, right = line[1] * k;
            if (count_stones_met(stones, at, up, right) + 1 + count_stones_met(stones, at, -up, -right) > rules.a) return true;
        }
    }
    return false;
}

bool breaks_density(const Stones& stones, Point at, const Rules& rules) {
    for (int row = 0; row + rules.b <= rules.size; ++row) {
        for (int column = 0; column + rules.b <= rules.size; ++column) {
            const auto inside = [&](Point point) {
                return point.first >= row && point.first < row + rules.b && point.second >= column &&
                       point.second < column + rules.b;
            };
            if (inside(at) && std::count_if(stones.begin(), stones.end(), inside) + 1 > rules.c) return true;
        }
    }
    return false;
}

int violations(const Stones& stones, const Point* last, Point at, const Rules& rules) {
    int broken = breaks_continuity(stones, at, rules) ? grav::CONTINUITY : 0;
    if (breaks_density(stones, at, rules)) broken |= grav::DENSITY;
    if (last) {
        const int steps = std::abs(last->first - at.first) + std::abs(last->second - at.second);
        if (steps < rules.d || steps > rules.e) broken |= grav::DISTANCE;
    }
    return broken;
}

int count_shapes(Stones stones, Point at, const Rules& rules) {
    stones.insert(at);
    std::vector<Stones> found;
    for (const Point& image : stones) {
        Stones shape;
        for (const Point& stone : stones) {
            const Point mirrored{at.first + image.first - stone.first, at.second + image.second - stone.second};
            if (stones.contains(mirrored)) shape.insert(stone);
        }
        if (static_cast<int>(shape.size()) >= rules.min_shape) found.push_back(shape);
    }
    const auto counts = [&](const Stones& shape) {
        if (rules.shapes == grav::Criterion::Whole) return shape == stones;
        if (rules.shapes == grav::Criterion::Every) return true;
        return std::none_of(found.begin(), found.end(), [&](const Stones& other) {
            return other.size() > shape.size() &&
                   std::includes(other.begin(), other.end(), shape.begin(), shape.end());
        });
    };
    return static_cast<int>(std::count_if(found.begin(), found.end(), counts));
}

// ---- A board that is filled and emptied at random, with random rules.

Rules draw_rules(Chance& chance, int size) {
    Rules rules{};
    rules.size = size;
    rules.players = 2 + chance.below(5);
    rules.a = chance.below(6) ? 3 + chance.below(3) : 26;
    rules.b = 2 + chance.below(grav::min_of(size - 1, 4));
    rules.c = 2 + chance.below(rules.b * rules.b - 1);
    rules.d = chance.below(4);
    rules.e = grav::max_of(1, rules.d) + chance.below(6);
    rules.min_shape = 4 + chance.below(4);
    rules.bonus_limit = grav::NO_LIMIT;
    rules.first = -1;
    rules.shapes = static_cast<grav::Criterion>(chance.below(3));
    return rules;
}

template <class Kind>
struct TestedPosition {
    explicit TestedPosition(const Rules& rules)
        : tables(std::make_unique<grav::Tables<Kind>>()), position(std::make_unique<grav::Position<Kind>>()) {
        grav::make_tables(*tables, rules);
        grav::clear(*position, *tables);
    }
    Cell cell(Point at) const { return grav::cell_of<Kind>(at.first, at.second); }

    void put_stone(Point at, int seat) {
        grav::put_stone(*position, *tables, cell(at), seat);
        stones.insert(at);
        trail.push_back(at);
        owners[at] = seat;
    }
    void take_stone(Point at) {
        grav::take_stone(*position, *tables, cell(at));
        stones.erase(at);
        std::erase(trail, at);
        owners.erase(at);
    }
    const Point* last() const { return trail.empty() ? nullptr : &trail.back(); }

    std::unique_ptr<grav::Tables<Kind>> tables;
    std::unique_ptr<grav::Position<Kind>> position;
    Stones stones;
    std::vector<Point> trail;
    std::map<Point, int> owners;
};

template <class Kind>
void check_point(TestedPosition<Kind>& tried, Point at) {
    const Rules& rules = tried.tables->rules;
    const Cell cell = tried.cell(at);
    const int broken = violations(tried.stones, tried.last(), at, rules);
    CHECK_EQ(grav::violations(*tried.position, *tried.tables, cell), broken);
    CHECK_EQ(grav::legal_points(*tried.position, *tried.tables).has(cell), broken == 0);
    const int expected = count_shapes(tried.stones, at, rules);
    CHECK_EQ(grav::completed_shapes(*tried.position, *tried.tables, cell), expected);
    CHECK_EQ(grav::completed_shapes(*tried.position, *tried.tables, cell, 1), expected ? 1 : 0);
    int runs = 0, squares = 0;
    grav::for_each_long_run(*tried.position, *tried.tables, cell, [&](const grav::LongRun& run) {
        ++runs;
        CHECK(run.length > rules.a);
    });
    grav::for_each_full_square(*tried.position, *tried.tables, cell, [&](Cell, int count) {
        ++squares;
        CHECK(count > rules.c);
    });
    CHECK_EQ(runs > 0, (broken & grav::CONTINUITY) != 0);
    CHECK_EQ(squares > 0, (broken & grav::DENSITY) != 0);
    CHECK_EQ(grav::wrong_distance(*tried.position, *tried.tables, cell) >= 0, (broken & grav::DISTANCE) != 0);
}

// Checks a random sample of the empty points, one in `one_of`.
template <class Kind>
void check_points(TestedPosition<Kind>& tried, Chance& chance, int one_of) {
    const int size = tried.tables->rules.size;
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
            const Point at{row, column};
            const auto owner = tried.owners.find(at);
            CHECK_EQ(grav::owner_of(*tried.position, tried.cell(at)), owner == tried.owners.end() ? -1 : owner->second);
            CHECK_EQ(tried.position->stones.has(tried.cell(at)), tried.stones.contains(at));
            if (!tried.stones.contains(at) && chance.below(one_of) == 0) check_point(tried, at);
        }
    }
    CHECK_EQ(tried.position->placed, static_cast<int>(tried.trail.size()));
    CHECK_EQ(tried.position->last(), tried.trail.empty() ? grav::NOWHERE : tried.cell(tried.trail.back()));
}

// Incrementally updated positions equal positions built anew from the same stones, at every empty point.
template <class Kind>
void check_against_new(TestedPosition<Kind>& tried) {
    TestedPosition<Kind> anew(tried.tables->rules);
    for (const Point& at : tried.trail) anew.put_stone(at, tried.owners[at]);
    CHECK(anew.position->stones == tried.position->stones);
    grav::for_each(tried.tables->all, [&](Cell cell) {
        if (tried.position->stones.has(cell)) return;
        CHECK_EQ(grav::violations(*tried.position, *tried.tables, cell),
                 grav::violations(*anew.position, *anew.tables, cell));
        CHECK_EQ(grav::completed_shapes(*tried.position, *tried.tables, cell),
                 grav::completed_shapes(*anew.position, *anew.tables, cell));
    });
}

template <class Kind>
void check_boards(int size, int boards, int one_of) {
    for (int board = 0; board < boards; ++board) {
        Chance chance = Chance::of(static_cast<uint64_t>(size), static_cast<uint64_t>(board));
        TestedPosition<Kind> tried(draw_rules(chance, size));
        const int most = grav::min_of(size * size, 60);
        for (int turn = 0; turn < most; ++turn) {
            const Point at{chance.below(size), chance.below(size)};
            if (tried.stones.contains(at)) {
                if (chance.below(3) == 0) tried.take_stone(at);
            } else {
                tried.put_stone(at, chance.below(tried.tables->rules.players));
            }
            if (turn % 6 == 5) check_points(tried, chance, one_of);
        }
        check_against_new(tried);
        while (!tried.trail.empty()) tried.take_stone(tried.trail[static_cast<std::size_t>(chance.below(
                                         static_cast<int>(tried.trail.size())))]);
        check_points(tried, chance, one_of);
    }
}

template <class Kind>
void check_capacity() {
    const auto tables = std::make_unique<grav::Tables<Kind>>();
    Chance chance = Chance::of(0, 0);
    for (int size = 3; size <= Kind::MAX_SIZE; ++size) {
        Rules rules = draw_rules(chance, size);
        for (rules.a = 3; rules.a <= 26; ++rules.a) {
            grav::make_tables(*tables, rules);
            CHECK(tables->run_window_count <= Kind::MAX_RUN_WINDOWS);
            CHECK_EQ(tables->through_from[Kind::Set::CELLS], tables->run_window_count * (rules.a + 1));
            CHECK(tables->run_window_count * (rules.a + 1) <= Kind::MAX_RUN_WINDOWS * 4);
            CHECK_EQ(grav::size_of(tables->all), size * size);
        }
    }
}

}  // namespace

TEST(small_boards_follow_the_rules_as_written) {
    for (int size = 3; size <= 8; ++size) check_boards<grav::Small>(size, 12, 2);
}
TEST(medium_boards_follow_the_rules_as_written) {
    for (const int size : {4, 6, 9, 12, 15}) check_boards<grav::Medium>(size, 6, 4);
}
TEST(large_boards_follow_the_rules_as_written) {
    for (const int size : {5, 8, 16, 25}) check_boards<grav::Large>(size, 4, 8);
}
TEST(tables_have_room_for_every_size_and_every_run) {
    check_capacity<grav::Small>();
    check_capacity<grav::Medium>();
    check_capacity<grav::Large>();
}
