// config.h: compiler portability for CPU and GPU: GRAV_FN, integer types, bit operations.
//
// Every function that plays is marked GRAV_FN, allocates nothing, throws nothing and uses no container
// of the standard library, so that the same headers can be compiled as CUDA device code.
#pragma once

#if defined(__CUDACC__)
#define GRAV_FN __host__ __device__ inline
#else
#define GRAV_FN inline
#endif

#if defined(__CUDACC_RTC__)  // compiled at run time: there are no system headers
namespace grav {
using int8_t = signed char;
using int16_t = short;
using int32_t = int;
using int64_t = long long;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned int;
using uint64_t = unsigned long long;
}  // namespace grav
#else
#include <bit>
#include <cstdint>
#include <cstring>
#endif

#if (defined(__BMI2__) || defined(__AVX2__)) && !defined(__CUDACC__)
#include <immintrin.h>
#endif

namespace grav {

GRAV_FN int count_bits(uint64_t bits) {
#if defined(__CUDA_ARCH__)
    return __popcll(bits);
#else
    return std::popcount(bits);
#endif
}

/// The number of the lowest bit that is set; there must be one.
GRAV_FN int lowest_bit(uint64_t bits) {
#if defined(__CUDA_ARCH__)
    return __ffsll(static_cast<long long>(bits)) - 1;
#else
    return std::countr_zero(bits);
#endif
}

/// The number of the highest bit that is set; there must be one.
GRAV_FN int highest_bit(uint64_t bits) {
#if defined(__CUDA_ARCH__)
    return 63 - __clzll(static_cast<long long>(bits));
#else
    return 63 - std::countl_zero(bits);
#endif
}

/// The number of the bit that has `rank` set bits below it.
GRAV_FN int select_bit(uint64_t bits, int rank) {
#if defined(__BMI2__) && !defined(__CUDACC__)
    return lowest_bit(_pdep_u64(uint64_t{1} << rank, bits));
#else
    for (; rank > 0; --rank) bits &= bits - 1;
    return lowest_bit(bits);
#endif
}

template <class T>
GRAV_FN T min_of(T one, T other) {
    return other < one ? other : one;
}

template <class T>
GRAV_FN T max_of(T one, T other) {
    return one < other ? other : one;
}

}  // namespace grav
