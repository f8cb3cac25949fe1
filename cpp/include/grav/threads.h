// threads.h: work shared out among threads. Host code.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace grav {

/// Makes a worker on each thread by `make()` and has it do items 0 to count - 1, in blocks, by
/// `worker(item)`. What an item gives must not depend on which worker does it.
template <class Make>
void share_out(int64_t count, int threads, Make&& make) {
    constexpr int64_t BLOCK = 32;
    std::atomic<int64_t> next{0};
    const auto work = [&] {
        auto worker = make();
        while (true) {
            const int64_t from = next.fetch_add(BLOCK);
            if (from >= count) return;
            for (int64_t item = from; item < std::min(count, from + BLOCK); ++item) worker(item);
        }
    };
    const int64_t useful = std::min<int64_t>(threads, (count + BLOCK - 1) / BLOCK);
    std::vector<std::thread> others;
    for (int64_t i = 1; i < useful; ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
}

}  // namespace grav
