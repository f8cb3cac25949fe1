// Prints the x86-64 level of the processor that it runs on.

#include <cpuid.h>

#include <cstdio>

namespace {

// What `__builtin_cpu_supports` does not know in every compiler that has C++20.
bool has_lzcnt_movbe_f16c() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return false;
    const bool movbe = (c >> 22) & 1, f16c = (c >> 29) & 1;
    if (!__get_cpuid(0x80000001, &a, &b, &c, &d)) return false;
    const bool lzcnt = (c >> 5) & 1;
    return lzcnt && movbe && f16c;
}

}  // namespace

int main() {
    __builtin_cpu_init();
    const bool v2 = __builtin_cpu_supports("sse3") && __builtin_cpu_supports("ssse3") &&
                    __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
                    __builtin_cpu_supports("popcnt");
    const bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
                    has_lzcnt_movbe_f16c();
    std::fputs(v3 ? "x86-64-v3" : v2 ? "x86-64-v2" : "baseline", stdout);
}
