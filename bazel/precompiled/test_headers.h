// The headers that most tests include.
#ifndef PLUMB_BAZEL_PRECOMPILED_TEST_HEADERS_H_
#define PLUMB_BAZEL_PRECOMPILED_TEST_HEADERS_H_

// IWYU pragma: begin_keep
#include <filesystem>
#include <fstream>
#include <sstream>

#include "bazel/precompiled/common_headers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
// IWYU pragma: end_keep

#endif  // PLUMB_BAZEL_PRECOMPILED_TEST_HEADERS_H_
