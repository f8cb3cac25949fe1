// threads.h: runs work on several threads. Host code.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace grav {

/// Starts a thread; throws if the system has no more of them, or no memory for one.
struct StartThread {
    template <class Work>
    std::thread operator()(Work&& work) const {
        return std::thread(std::forward<Work>(work));
    }
};

/// Runs `work()` on this thread and on others, `threads` in all, or fewer if the system refuses one.
/// Waits for all of them, then rethrows the first exception.
template <class Work, class Start = StartThread>
void work_on_threads(int64_t threads, Work&& work, const Start& start = {}) {
    std::mutex failing;
    std::exception_ptr failure;
    const auto guarded = [&] {
        try {
            work();
        } catch (...) {
            const std::lock_guard alone(failing);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    others.reserve(static_cast<std::size_t>(std::max<int64_t>(threads - 1, 0)));
    try {
        for (int64_t i = 1; i < threads; ++i) others.push_back(start(guarded));
    } catch (...) {  // the threads that did start, and this one, do all of the work
    }
    guarded();
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
}

/// Short items are taken in blocks of this many.
constexpr int64_t BLOCK = 32;

/// Creates a worker on each thread by `make()`, and calls `worker(item)` for the items 0 to count - 1,
/// in blocks. The result of an item must not depend on the worker.
template <class Make, class Start = StartThread>
void parallel_for(int64_t count, int threads, Make&& make, const Start& start = {}, int64_t block = BLOCK) {
    std::atomic<int64_t> next{0};
    const auto work = [&] {
        auto worker = make();
        while (true) {
            const int64_t from = next.fetch_add(block);
            if (from >= count) return;
            for (int64_t item = from; item < std::min(count, from + block); ++item) worker(item);
        }
    };
    work_on_threads(std::min<int64_t>(threads, (count + block - 1) / block), work, start);
}

}  // namespace grav
