// Out of memory, at every allocation of the caller's allocator, and at those of
// operator new that can fail.  No call crashes or leaks, and the session can be
// used again.
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>

#include "absl/base/attributes.h"
#include "absl/strings/str_cat.h"
#include "api/c/plumb.h"
#include "api/c/testing_session.h"
#include "gtest/gtest.h"

namespace {

// Of this thread: allocations until the next fails, and blocks that are used.
thread_local size_t news_left = SIZE_MAX;
thread_local int64_t live_blocks = 0;

}  // namespace

// Replacements must not be inline (core/allocation_count.h).
ABSL_ATTRIBUTE_NOINLINE void* operator new(size_t size,
                                           const std::nothrow_t&) noexcept {
  if (news_left == 0) return nullptr;
  if (news_left != SIZE_MAX) --news_left;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory != nullptr) ++live_blocks;
  return memory;
}
ABSL_ATTRIBUTE_NOINLINE void* operator new(size_t size) {
  void* const memory = operator new(size, std::nothrow);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
ABSL_ATTRIBUTE_NOINLINE void operator delete(void* memory) noexcept {
  if (memory != nullptr) --live_blocks;
  std::free(memory);
}
ABSL_ATTRIBUTE_NOINLINE void operator delete(void* memory, size_t) noexcept {
  operator delete(memory);
}

namespace plumb::c_api {
namespace {

int Accept(void*, const void*, size_t) { return 0; }

// Calls functions until one fails; PLUMB_OK if none does.
plumb_result UseAll(plumb_session* s, absl::string_view input) {
  plumb_verdict verdict = PLUMB_VALID;
  plumb_string string = {};
  size_t size = 0;
  const plumb_use* uses = nullptr;
  auto counts = Sized<plumb_counts>();
  auto diagnostic = Sized<plumb_diagnostic>();
  plumb_result r =
      plumb_session_validate(s, input.data(), input.size(), &verdict);
  if (r != PLUMB_OK) return r;
  if ((r = plumb_counts_get(s, &counts)) != PLUMB_OK) return r;
  if (counts.kept > 0 &&
      (r = plumb_diagnostic_get(s, 0, &diagnostic)) != PLUMB_OK) {
    return r;
  }
  for (plumb_report_format format = 0; format < 6; ++format) {
    r = plumb_report(s, format, "a", &string);
    if (r != PLUMB_OK) return r;
  }
  if ((r = plumb_binary(s, PLUMB_BIG_ENDIAN, &string)) != PLUMB_OK) return r;
  r = plumb_write_binary(s, PLUMB_LITTLE_ENDIAN, Accept, nullptr);
  if (r != PLUMB_OK) return r;
  r = plumb_text(s, PLUMB_TEXT_COMMENTS, &string);
  if (r != PLUMB_OK) return r;
  if ((r = plumb_instruction_text(s, 0, 0, &string)) != PLUMB_OK) return r;
  if ((r = plumb_uses_get(s, 1, &uses, &size)) != PLUMB_OK) return r;
  if (verdict == PLUMB_VALID &&
      (r = plumb_need_count(s, &size, &size)) != PLUMB_OK) {
    return r;
  }
  return verdict == PLUMB_INVALID ? plumb_fixed_text(s, 0, &string, nullptr)
                                  : PLUMB_OK;
}

plumb_result MakeAndUse(const plumb_options* options,
                        const plumb_allocator* allocator,
                        absl::string_view input) {
  plumb_session* session = nullptr;
  const plumb_result result = plumb_session_new(options, allocator, &session);
  if (result != PLUMB_OK) return result;
  const SessionPtr owned(session);
  return UseAll(session, input);
}

OptionsPtr CopyingOptions() {
  OptionsPtr options = NewOptions();
  EXPECT_EQ(plumb_options_set_flag(options.get(), PLUMB_FLAG_COPY_INPUT, 1),
            PLUMB_OK);
  return options;
}

TEST(MemoryTest, EveryAllocationOfTheCallerCanFail) {
  const OptionsPtr options = CopyingOptions();
  for (const char* input : {kValid, kInvalid}) {
    size_t failures = 0;
    for (size_t left = 0;; ++left) {
      Heap heap;
      heap.set_left(left);
      const plumb_allocator allocator = heap.allocator();
      const plumb_result result = MakeAndUse(options.get(), &allocator, input);
      ASSERT_EQ(heap.block_count(), 0u) << left;
      ASSERT_TRUE(heap.is_consistent()) << left;
      if (result == PLUMB_OK) break;
      ASSERT_EQ(result, PLUMB_E_MEMORY) << left;
      ++failures;
    }
    EXPECT_GT(failures, 10u);
  }
}

TEST(MemoryTest, ASessionIsUsableAfterEveryFailure) {
  Heap heap;
  const plumb_allocator allocator = heap.allocator();
  const OptionsPtr options = CopyingOptions();
  const SessionPtr session = NewSession(options.get(), &allocator);
  std::string large = kValid;
  for (size_t left = 0;; ++left) {
    // Larger than before, so that tables must grow.
    large = absl::StrCat("OpCapability Shader\n", large);
    heap.set_left(left);
    const plumb_result result = UseAll(session.get(), large);
    heap.set_left(SIZE_MAX);
    if (result == PLUMB_OK) break;
    ASSERT_EQ(result, PLUMB_E_MEMORY) << left;
    ASSERT_EQ(Validate(session.get(), kInvalid), PLUMB_INVALID);
    auto counts = Sized<plumb_counts>();
    ASSERT_EQ(plumb_counts_get(session.get(), &counts), PLUMB_OK);
    ASSERT_EQ(counts.errors, 1u);
    ASSERT_LT(left, 10000u);
  }
  EXPECT_TRUE(heap.is_consistent());
}

// Assembles, validates and writes a valid module.  The hash tables of Abseil
// and the JSON library, which diagnostics and other outputs need, do not
// survive a failure of operator new.
plumb_result ValidateAndWrite(absl::string_view input) {
  plumb_session* session = nullptr;
  plumb_result r = plumb_session_new(nullptr, nullptr, &session);
  if (r != PLUMB_OK) return r;
  const SessionPtr owned(session);
  plumb_verdict verdict = PLUMB_VALID;
  plumb_string string = {};
  r = plumb_session_validate(session, input.data(), input.size(), &verdict);
  if (r != PLUMB_OK) return r;
  r = plumb_write_binary(session, PLUMB_LITTLE_ENDIAN, Accept, nullptr);
  if (r != PLUMB_OK) return r;
  return plumb_binary(session, PLUMB_BIG_ENDIAN, &string);
}

TEST(MemoryTest, EveryAllocationOfOperatorNewForAValidModuleCanFail) {
  // Static tables are made once.
  ASSERT_EQ(ValidateAndWrite(kValid), PLUMB_OK);
  size_t failures = 0;
  for (size_t left = 0;; ++left) {
    const int64_t before = live_blocks;
    news_left = left;
    const plumb_result result = ValidateAndWrite(kValid);
    news_left = SIZE_MAX;
    ASSERT_EQ(live_blocks, before) << left;
    if (result == PLUMB_OK) break;
    ASSERT_EQ(result, PLUMB_E_MEMORY) << left << plumb_last_failure();
    ++failures;
  }
  EXPECT_GT(failures, 50u);
}

TEST(MemoryTest, OptionsAndTheCatalogueReportFailures) {
  const OptionsPtr options = NewOptions();
  plumb_options* made = nullptr;
  plumb_reporter* reporter = nullptr;
  news_left = 0;
  const plumb_result results[] = {
      plumb_options_new(&made),
      plumb_options_clone(options.get(), &made),
      plumb_options_select_rules(options.get(), PLUMB_ACTION_OFF, "cfg.*"),
      plumb_options_add_spec_constant(
          options.get(), "a name that is not short enough for a string", "1"),
      plumb_reporter_new(PLUMB_REPORT_TEXT, &reporter),
      plumb_rule_explain(0, 0, Accept, nullptr),
  };
  news_left = SIZE_MAX;
  for (const plumb_result result : results) EXPECT_EQ(result, PLUMB_E_MEMORY);
  EXPECT_EQ(made, nullptr);
  EXPECT_EQ(reporter, nullptr);
}

TEST(MemoryTest, TablesOfLargeModulesAreInTheAllocator) {
  std::string text =
      "OpCapability Shader\nOpCapability Linkage\n"
      "OpMemoryModel Logical GLSL450\n%u32 = OpTypeInt 32 0\n";
  for (int i = 0; i < 100000; ++i) {
    absl::StrAppend(&text, "%c", i, " = OpConstant %u32 ", i, "\n");
  }
  Heap heap;
  const plumb_allocator allocator = heap.allocator();
  SessionPtr session = NewSession(nullptr, &allocator);
  ASSERT_EQ(Read(session.get(), text), PLUMB_VALID);
  const auto module_bytes = size_t{100000} * (16 + 8 + 16);
  EXPECT_GT(heap.max_bytes(), module_bytes);
  plumb_string out = {};
  const size_t before = heap.bytes();
  ASSERT_EQ(plumb_text(session.get(), 0, &out), PLUMB_OK);
  EXPECT_GE(heap.bytes() - before, out.size);
  session.reset();
  EXPECT_EQ(heap.bytes(), 0u);
}

TEST(MemoryTest, ThreadsUseTheAllocatorOfTheSession) {
  std::string text =
      "OpCapability Shader\nOpCapability Linkage\n"
      "OpMemoryModel Logical GLSL450\n%v = OpTypeVoid\n"
      "%t = OpTypeFunction %v\n";
  for (int i = 0; i < 8000; ++i) {
    absl::StrAppend(&text, "%f", i, " = OpFunction %v None %t\n%l", i,
                    " = OpLabel\nOpReturn\nOpFunctionEnd\n");
  }
  const OptionsPtr options = NewOptions();
  ASSERT_EQ(plumb_options_set_jobs(options.get(), 4), PLUMB_OK);
  Heap heap;
  const plumb_allocator allocator = heap.allocator();
  {
    const SessionPtr session = NewSession(options.get(), &allocator);
    EXPECT_EQ(Validate(session.get(), text), PLUMB_VALID);
  }
  EXPECT_EQ(heap.block_count(), 0u);
  EXPECT_TRUE(heap.is_consistent());
}

}  // namespace
}  // namespace plumb::c_api
