// A few lines of test framework: TEST, CHECK, CHECK_EQ, CHECK_THROWS, NOTE, and run() for main.
//
// A failed check prints file, line, values and the notes in force, and ends its test.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdio>
#include <cstring>
#include <exception>
#include <ranges>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace check {

struct Test {
  const char* name;
  void (*body)();
};
inline std::vector<Test>& registry() {
  static std::vector<Test> tests;
  return tests;
}
struct Registration {
  Registration(const char* name, void (*body)()) { registry().push_back({name, body}); }
};

template <class T>
std::string show(const T& x) {
  std::ostringstream out;
  if constexpr (std::is_enum_v<T>) {
    out << static_cast<long long>(x);
  } else if constexpr (std::integral<T>) {
    out << +x;  // a char is a number here
  } else if constexpr (requires { out << x; }) {
    out << x;
  } else if constexpr (std::ranges::range<T>) {
    for (const auto& item : x) out << show(item) << ' ';
  } else {
    out << "(value)";
  }
  return out.str();
}

// What a random test is at, for the message of a check that fails inside it.
inline std::vector<std::string>& notes() {
  static std::vector<std::string> notes;
  return notes;
}
class Note {
 public:
  template <class T>
  Note(const char* name, const T& value) {
    notes().push_back(std::string(name) + " = " + show(value));
  }
  ~Note() { notes().pop_back(); }
  Note(const Note&) = delete;
  Note& operator=(const Note&) = delete;
};

struct Failed {};

[[noreturn]] inline void fail(const char* file, int line, const std::string& what) {
  std::printf("%s:%d: %s\n", file, line, what.c_str());
  for (const auto& note : notes()) std::printf("  with %s\n", note.c_str());
  throw Failed{};
}

template <class A, class B>
void equal(const A& a, const B& b, const char* file, int line, const char* text) {
  bool same;
  if constexpr (std::integral<A> && std::integral<B> && !std::same_as<A, bool> &&
                !std::same_as<B, bool>)
    same = std::cmp_equal(a, b);
  else
    same = a == b;
  if (!same) fail(file, line, std::string(text) + ": " + show(a) + " is not " + show(b));
}

// Runs the tests whose names contain one of the arguments; all without arguments.
inline int run(int argc, char** argv) {
  int passed = 0, failed = 0;
  for (const Test& test : registry()) {
    bool wanted = argc < 2;
    for (int i = 1; i < argc; ++i) wanted |= std::strstr(test.name, argv[i]) != nullptr;
    if (!wanted) continue;
    const auto begin = std::chrono::steady_clock::now();
    bool ok = false;
    try {
      test.body();
      ok = true;
    } catch (const Failed&) {
    } catch (const std::exception& error) {
      std::printf("unexpected exception: %s\n", error.what());
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("%s %6.2f s  %s\n", ok ? "ok  " : "FAIL", seconds.count(), test.name);
    std::fflush(stdout);
    ++(ok ? passed : failed);
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}

}  // namespace check

#define TEST(name)                                                     \
  static void name();                                                  \
  static const ::check::Registration name##_registration(#name, name); \
  static void name()

#define CHECK(condition)                                                                 \
  do {                                                                                   \
    if (!(condition)) ::check::fail(__FILE__, __LINE__, "CHECK(" #condition ") failed"); \
  } while (false)

#define CHECK_EQ(a, b) ::check::equal((a), (b), __FILE__, __LINE__, "CHECK_EQ(" #a ", " #b ")")

#define CHECK_THROWS(Error, expression)                                                    \
  do {                                                                                     \
    bool thrown_ = false;                                                                  \
    try {                                                                                  \
      static_cast<void>(expression);                                                       \
    } catch (const Error&) {                                                               \
      thrown_ = true;                                                                      \
    }                                                                                      \
    if (!thrown_) ::check::fail(__FILE__, __LINE__, #expression " did not throw " #Error); \
  } while (false)

#define NOTE(name, value) const ::check::Note name##_note(#name, value)
