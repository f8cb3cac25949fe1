// Work is divided among threads: all of it is done, by as many threads as could be started.

#include <atomic>
#include <new>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "check.h"
#include "grav/threads.h"

namespace {

using namespace grav;

// Starts this many threads, and then fails, like a system without further threads or memory.
template <class Lacking>
struct StartSome {
    int& left;
    Lacking lacking;
    template <class Work>
    std::thread operator()(Work&& work) const {
        if (left-- <= 0) throw lacking;
        return std::thread(std::forward<Work>(work));
    }
};

template <class Lacking>
void check_all_is_done(const Lacking& lacking) {
    for (int given = 0; given <= 4; ++given) {
        std::vector<std::atomic<int>> done(1000);
        int left = given;
        parallel_for(1000, 4, [&] { return [&](int64_t item) { ++done[static_cast<std::size_t>(item)]; }; },
                  StartSome<Lacking>{left, lacking});
        for (const auto& times : done) CHECK_EQ(times.load(), 1);
    }
}

}  // namespace

TEST(every_item_is_done_once_however_many_threads_could_be_started) {
    check_all_is_done(std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again)));
}

TEST(every_item_is_done_once_where_there_is_no_memory_for_more_threads) { check_all_is_done(std::bad_alloc()); }

TEST(what_a_worker_throws_is_thrown_to_whoever_asked) {
    const auto fail = [] { return [](int64_t item) { if (item == 700) throw std::runtime_error("here"); }; };
    CHECK_THROWS(parallel_for(1000, 4, fail), std::runtime_error);
}

TEST(nothing_to_do_is_done_at_once) {
    parallel_for(0, 4, [] { return [](int64_t) { check::fail(__FILE__, __LINE__, "nothing was asked for"); }; });
}
