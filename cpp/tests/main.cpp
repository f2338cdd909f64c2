// All tests of the core: `core_tests [PART OF A NAME]...`
#include "check.hpp"

int main(int argc, char** argv) { return check::run(argc, argv); }
