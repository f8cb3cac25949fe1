// A small strict JSON parser for the data files that the Python tests read too. Numbers are integers.
//
//     json::Value vector = json::parse(line);
//     for (const json::Value& at : vector["legal"].array()) use(at.text());
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace json {

struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Value;
using Array = std::vector<Value>;
using Object = std::map<std::string, Value, std::less<>>;

class Value {
public:
    Value() = default;
    template <typename T>
        requires(!std::is_same_v<std::decay_t<T>, Value>)
    explicit Value(T held) : held_(std::move(held)) {}

    bool is_null() const { return std::holds_alternative<std::monostate>(held_); }
    bool is_text() const { return std::holds_alternative<std::string>(held_); }
    bool is_number() const { return std::holds_alternative<std::int64_t>(held_); }
    bool is_array() const { return std::holds_alternative<Array>(held_); }
    bool is_object() const { return std::holds_alternative<Object>(held_); }

    bool boolean() const { return get<bool>("true or false"); }
    std::int64_t number() const { return get<std::int64_t>("a number"); }
    const std::string& text() const { return get<std::string>("a text"); }
    const Array& array() const { return get<Array>("an array"); }
    const Object& object() const { return get<Object>("an object"); }

    bool has(std::string_view key) const { return object().contains(key); }

    const Value& operator[](std::string_view key) const {
        const auto found = object().find(key);
        if (found == object().end()) throw Error("there is no key \"" + std::string(key) + "\"");
        return found->second;
    }

    const Value& operator[](std::size_t index) const {
        if (index >= array().size()) {
            throw Error("there is no item " + std::to_string(index) + " of " + std::to_string(array().size()));
        }
        return array()[index];
    }

private:
    template <typename T>
    const T& get(const char* expected) const {
        if (const T* held = std::get_if<T>(&held_)) return *held;
        constexpr const char* kinds[] = {"null", "true or false", "a number", "a text", "an array", "an object"};
        throw Error(std::string("expected ") + expected + ", found " + kinds[held_.index()]);
    }

    std::variant<std::monostate, bool, std::int64_t, std::string, Array, Object> held_;
};

class Reader {
public:
    explicit Reader(std::string_view source) : source_(source) {}

    Value parse() {
        Value value = parse_any(0);
        skip_space();
        if (at_ != source_.size()) fail("there is more after the end");
        return value;
    }

private:
    static constexpr int MAX_DEPTH = 200;

    Value parse_any(int depth) {
        if (depth > MAX_DEPTH) fail("this is nested too deep");
        skip_space();
        switch (peek()) {
            case '{': return parse_object(depth);
            case '[': return parse_array(depth);
            case '"': return Value(parse_text());
            case 't': return parse_word("true", Value(true));
            case 'f': return parse_word("false", Value(false));
            case 'n': return parse_word("null", Value());
            default: return parse_number();
        }
    }

    Value parse_object(int depth) {
        Object result;
        expect('{');
        skip_space();
        if (take_if('}')) return Value(std::move(result));
        do {
            skip_space();
            if (peek() != '"') fail("expected a key");
            std::string key = parse_text();
            skip_space();
            expect(':');
            if (result.contains(key)) fail("the key \"" + key + "\" stands twice");
            result.emplace(std::move(key), parse_any(depth + 1));
            skip_space();
        } while (take_if(','));
        expect('}');
        return Value(std::move(result));
    }

    Value parse_array(int depth) {
        Array result;
        expect('[');
        skip_space();
        if (take_if(']')) return Value(std::move(result));
        do {
            result.push_back(parse_any(depth + 1));
            skip_space();
        } while (take_if(','));
        expect(']');
        return Value(std::move(result));
    }

    std::string parse_text() {
        std::string result;
        expect('"');
        while (true) {
            const char letter = next();
            if (letter == '"') return result;
            if (static_cast<unsigned char>(letter) < 0x20) fail("a control character stands in a text");
            if (letter == '\\') {
                parse_escape(result);
            } else {
                result += letter;
            }
        }
    }

    void parse_escape(std::string& result) {
        switch (next()) {
            case '"': result += '"'; break;
            case '\\': result += '\\'; break;
            case '/': result += '/'; break;
            case 'b': result += '\b'; break;
            case 'f': result += '\f'; break;
            case 'n': result += '\n'; break;
            case 'r': result += '\r'; break;
            case 't': result += '\t'; break;
            case 'u': append_utf8(result, code_point()); break;
            default: fail("there is no such escape");
        }
    }

    std::uint32_t code_point() {
        const std::uint32_t first = four_digits();
        if (first < 0xD800 || first > 0xDFFF) return first;
        if (first > 0xDBFF || next() != '\\' || next() != 'u') fail("half a letter stands alone");
        const std::uint32_t second = four_digits();
        if (second < 0xDC00 || second > 0xDFFF) fail("half a letter stands alone");
        return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    }

    std::uint32_t four_digits() {
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i) {
            const char digit = next();
            value <<= 4;
            if (digit >= '0' && digit <= '9') {
                value += static_cast<std::uint32_t>(digit - '0');
            } else if (digit >= 'a' && digit <= 'f') {
                value += static_cast<std::uint32_t>(digit - 'a' + 10);
            } else if (digit >= 'A' && digit <= 'F') {
                value += static_cast<std::uint32_t>(digit - 'A' + 10);
            } else {
                fail("expected four hexadecimal digits");
            }
        }
        return value;
    }

    static void append_utf8(std::string& result, std::uint32_t point) {
        const auto add = [&](std::uint32_t byte) { result += static_cast<char>(byte); };
        if (point < 0x80) {
            add(point);
        } else if (point < 0x800) {
            add(0xC0 | (point >> 6));
            add(0x80 | (point & 0x3F));
        } else if (point < 0x10000) {
            add(0xE0 | (point >> 12));
            add(0x80 | ((point >> 6) & 0x3F));
            add(0x80 | (point & 0x3F));
        } else {
            add(0xF0 | (point >> 18));
            add(0x80 | ((point >> 12) & 0x3F));
            add(0x80 | ((point >> 6) & 0x3F));
            add(0x80 | (point & 0x3F));
        }
    }

    Value parse_number() {
        const std::size_t start = at_;
        if (peek() == '-') ++at_;
        const std::size_t digits = at_;
        while (peek() >= '0' && peek() <= '9') ++at_;
        if (at_ == digits) {
            at_ = start;
            fail("expected a value");
        }
        if (source_[digits] == '0' && at_ - digits > 1) fail("a number starts with 0");
        if (peek() == '.' || peek() == 'e' || peek() == 'E') fail("only whole numbers are read here");
        std::int64_t value = 0;
        const auto [end, trouble] = std::from_chars(source_.data() + start, source_.data() + at_, value);
        if (trouble != std::errc() || end != source_.data() + at_) fail("the number is too large");
        return Value(value);
    }

    Value parse_word(std::string_view expected, Value value) {
        if (source_.substr(at_, expected.size()) != expected) fail("expected a value");
        at_ += expected.size();
        return value;
    }

    void skip_space() {
        while (at_ < source_.size() && std::string_view(" \t\r\n").find(source_[at_]) != std::string_view::npos) ++at_;
    }

    // Returns the current character, or 0 at the end.
    char peek() const { return at_ < source_.size() ? source_[at_] : '\0'; }

    char next() {
        if (at_ == source_.size()) fail("the text ends too early");
        return source_[at_++];
    }

    bool take_if(char letter) {
        if (at_ == source_.size() || source_[at_] != letter) return false;
        ++at_;
        return true;
    }

    void expect(char letter) {
        if (!take_if(letter)) fail(std::string("expected ") + letter);
    }

    [[noreturn]] void fail(const std::string& why) const {
        std::size_t line = 1;
        std::size_t column = 1;
        for (std::size_t i = 0; i < at_; ++i) {
            column = source_[i] == '\n' ? 1 : column + 1;
            line += source_[i] == '\n';
        }
        throw Error("line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + why);
    }

    std::string_view source_;
    std::size_t at_ = 0;
};

inline Value parse(std::string_view source) { return Reader(source).parse(); }

// Returns the content of a file under tests/data.
inline std::string read_data(const std::string& name) {
    const std::string path = std::string(GRAV_TEST_DATA) + "/" + name;
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Error(path + " cannot be read");
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline Value parse_data(const std::string& name) { return parse(read_data(name)); }

// Parses a file with one value per line.
inline std::vector<Value> parse_lines(const std::string& name) {
    std::vector<Value> values;
    std::istringstream lines(read_data(name));
    for (std::string line; std::getline(lines, line);) {
        try {
            values.push_back(parse(line));
        } catch (const Error& error) {
            throw Error(name + ", value " + std::to_string(values.size() + 1) + ": " + error.what());
        }
    }
    return values;
}

}  // namespace json
