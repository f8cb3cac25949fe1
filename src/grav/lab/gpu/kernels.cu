// kernels.cu: plays the core's games on a GPU, one thread per game. Compiled for one KIND of board.
//
// The headers play; the kernels only distribute the games and add them up: a warp by shuffles, a
// block in shared memory, the grid in global memory.

#include "grav/tally.h"

namespace grav {

using Kind = KIND;
static_assert(sizeof(Rules) == PACKED_BYTES, "grav.lab.gpu.rules_struct packs them");

/// The arguments of a run: a bit for each greedy seat, and which games to play.
struct Series {
    uint32_t greedy;
    uint64_t seed;
    uint64_t first_game;
    int64_t games;
    int32_t max_placements;
};

/// Returns the tables of one set of rules: copied to shared memory if they fit, else in place.
__device__ const Tables<Kind>& tables_here(const Tables<Kind>& laid) {
    if constexpr (Kind::ONE_WORD) {
        __shared__ Tables<Kind> here;
        const auto* from = reinterpret_cast<const int32_t*>(&laid);
        auto* to = reinterpret_cast<int32_t*>(&here);
        constexpr int WORDS = sizeof(Tables<Kind>) / sizeof(int32_t);
        for (int i = threadIdx.x; i < WORDS; i += blockDim.x) to[i] = from[i];
        __syncthreads();
        return here;
    } else {
        return laid;
    }
}

/// Returns the sum over a warp, valid in its first thread.
__device__ int warp_sum(int value) {
    constexpr unsigned ALL = 0xFFFFFFFFu;
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(ALL, value);
#else
    for (int apart = warpSize / 2; apart; apart /= 2) value += __shfl_down_sync(ALL, value, apart);
    return value;
#endif
}

/// Plays one game as `play_game` does in strict play, where perception is not used.
__device__ void play_one(const Tables<Kind>& tables, const Series& run, int64_t number,
                         Measures& game) {
    Policy policies[MAX_PLAYERS];
    for (int seat = 0; seat < MAX_PLAYERS; ++seat) {
        policies[seat] = {run.greedy >> seat & 1 ? Choice::Greedy : Choice::Random, {}};
    }
    Chance chance = Chance::of(run.seed, run.first_game + number);
    GameMeasurer measurer{game};
    State<Kind> state;
    NoHistory none;
    start(state, tables, none);
    open_game(state, tables, chance, measurer);
    play_strictly<CountedShapes::COUNTED>(state, tables, policies, run.max_placements, chance, measurer);
}

extern "C" __global__ void lay_tables(const Rules* rules, int count, Tables<Kind>* tables) {
    const int number = blockIdx.x * blockDim.x + threadIdx.x;
    if (number < count) make_tables(tables[number], rules[number]);
}

/// Tallies the games of rules number blockIdx.y; the blocks of one column share them.
extern "C" __global__ void __launch_bounds__(THREADS_PER_BLOCK)
    tally_games(const Tables<Kind>* laid, Tally* tallies, uint32_t greedy, uint64_t seed,
                uint64_t first_game, int64_t games, int32_t max_placements) {
    const Series run{greedy, seed, first_game, games, max_placements};
    const Tables<Kind>& tables = tables_here(laid[blockIdx.y]);
    __shared__ Tally sums;
    auto* const numbers = reinterpret_cast<unsigned long long*>(&sums);
    for (int i = threadIdx.x; i < TALLIED; i += blockDim.x) numbers[i] = 0;
    __syncthreads();
    // In strict play one game's numbers and 32 times as much are small enough for the shorter sum.
    const auto add_together = [](int64_t& sum, int64_t value) {
        const int together = warp_sum(static_cast<int>(value));
        if (threadIdx.x % warpSize == 0 && together) {
            atomicAdd(reinterpret_cast<unsigned long long*>(&sum), together);
        }
    };
    const int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    const int64_t rounds = (run.games + stride - 1) / stride;
    for (int64_t round = 0; round < rounds; ++round) {
        const int64_t number = round * stride + blockIdx.x * blockDim.x + threadIdx.x;
        Measures game;
        if (number < run.games) {
            play_one(tables, run, number, game);
        } else {
            game = {};
            game.winner = NOT_PLAYED;
        }
        __syncwarp();
        add_game(sums, game, tables.rules.players, add_together);
    }
    __syncthreads();
    auto* total = reinterpret_cast<unsigned long long*>(&tallies[blockIdx.y]);
    for (int i = threadIdx.x; i < TALLIED; i += blockDim.x) {
        if (numbers[i]) atomicAdd(&total[i], numbers[i]);
    }
}

/// Writes one row per game.
extern "C" __global__ void __launch_bounds__(THREADS_PER_BLOCK)
    play_games(const Tables<Kind>* laid, Measures* rows, uint32_t greedy, uint64_t seed,
               uint64_t first_game, int64_t games, int32_t max_placements) {
    const Series run{greedy, seed, first_game, games, max_placements};
    const Tables<Kind>& tables = tables_here(*laid);
    const int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t number = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
         number < run.games; number += stride) {
        play_one(tables, run, number, rows[number]);
    }
}

/// Returns the size of the tables of one set of rules, in bytes.
extern "C" __global__ void measure_tables(int64_t* bytes) { *bytes = sizeof(Tables<Kind>); }

}  // namespace grav
