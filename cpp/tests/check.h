// A small test harness, for one program per file:
//
//     TEST(a_sum_is_a_sum) { CHECK_EQ(1 + 1, 2); }
//
// A failed check reports its place, expression and values, and ends its test; the others still run. Names given on the
// command line select tests. This header defines `main`.
#pragma once

#include <cstdio>
#include <cstring>
#include <exception>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace check {

struct Test {
    const char* name;
    void (*run)();
};

inline std::vector<Test>& registry() {
    static std::vector<Test> tests;
    return tests;
}

struct Registration {
    Registration(const char* name, void (*run)()) { registry().push_back({name, run}); }
};

// A failed check. It is no std::exception, so that code under test cannot catch it as one.
struct Failure {
    std::string message;
};

template <typename T>
concept Printable = requires(std::ostream& out, const T& value) { out << value; };

template <typename T>
concept Range = requires(const T& value) {
    value.begin();
    value.end();
};

// Formats a value for the report of a failure.
template <typename T>
std::string format_value(const T& value) {
    std::ostringstream out;
    if constexpr (std::is_same_v<T, bool>) {
        out << (value ? "true" : "false");
    } else if constexpr (std::is_integral_v<T> && sizeof(T) == 1) {
        out << static_cast<int>(value);
    } else if constexpr (std::is_enum_v<T>) {
        return format_value(static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (std::is_convertible_v<const T&, std::string>) {
        out << '"' << std::string(value) << '"';
    } else if constexpr (Printable<T>) {
        out << value;
    } else if constexpr (Range<T>) {
        const char* separator = "";
        out << '[';
        for (const auto& item : value) {
            out << separator << format_value(item);
            separator = ", ";
        }
        out << ']';
    } else {
        out << "(a value of " << sizeof(T) << " bytes)";
    }
    return out.str();
}

[[noreturn]] inline void fail(const char* file, int line, const std::string& what) {
    throw Failure{std::string(file) + ":" + std::to_string(line) + ": " + what};
}

// Compares integers by value, whatever their signedness: -1 is less than 1u.
template <typename A, typename B>
bool are_equal(const A& a, const B& b) {
    constexpr bool numbers = std::is_integral_v<A> && std::is_integral_v<B>;
    if constexpr (numbers && std::is_signed_v<A> != std::is_signed_v<B>) {
        if constexpr (std::is_signed_v<A>) {
            return a >= 0 && static_cast<std::make_unsigned_t<A>>(a) == b;
        } else {
            return b >= 0 && a == static_cast<std::make_unsigned_t<B>>(b);
        }
    } else {
        return a == b;
    }
}

template <typename A, typename B>
void check_equal(const char* file, int line, const char* told_a, const char* told_b, const A& a, const B& b) {
    if (!are_equal(a, b)) {
        fail(file, line, std::string(told_a) + " is " + format_value(a) + ", but " + told_b + " is " + format_value(b));
    }
}

inline bool is_chosen(const Test& test, int count, char** names) {
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(test.name, names[i]) == 0) return true;
    }
    return count <= 1;
}

// Returns the error message; empty if there was no error.
inline std::string run_test(const Test& test) {
    try {
        test.run();
    } catch (const Failure& failure) {
        return failure.message;
    } catch (const std::exception& error) {
        return std::string("an exception: ") + error.what();
    } catch (...) {
        return "an exception of an unknown kind";
    }
    return "";
}

inline int run(int count, char** names) {
    int ran = 0;
    int failed = 0;
    for (const Test& test : registry()) {
        if (!is_chosen(test, count, names)) continue;
        ++ran;
        const std::string message = run_test(test);
        if (message.empty()) continue;
        ++failed;
        std::printf("FAILED %s\n  %s\n", test.name, message.c_str());
    }
    std::printf("%d tests, %d failed\n", ran, failed);
    return failed > 0 || ran == 0;
}

}  // namespace check

#define TEST(name)                                              \
    static void name();                                         \
    static const check::Registration registration_##name(#name, name); \
    static void name()

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) check::fail(__FILE__, __LINE__, #condition " does not hold"); \
    } while (false)

#define CHECK_EQ(a, b) check::check_equal(__FILE__, __LINE__, #a, #b, (a), (b))

#define CHECK_THROWS(expression, kind)                                                  \
    do {                                                                                \
        bool thrown = false;                                                            \
        try {                                                                           \
            static_cast<void>(expression);                                              \
        } catch (const kind&) {                                                         \
            thrown = true;                                                              \
        }                                                                               \
        if (!thrown) check::fail(__FILE__, __LINE__, #expression " does not throw " #kind); \
    } while (false)

int main(int count, char** names) { return check::run(count, names); }
