// Tests that variables missing from the interfaces of many entry points are the
// same as with few entry points, which another algorithm compares.
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/diagnostic.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/module_words.h"
#include "validate/validator.h"

namespace plumb {
namespace {

using grammar::Op;

// A module with functions that call each other and load variables, and with
// entry points that list some of the variables.
class Sample {
 public:
  static constexpr uint32_t kEntryPoints = 600;
  static constexpr uint32_t kFunctions = 900;
  static constexpr uint32_t kVariables = 120;

  explicit Sample(uint32_t seed) : random_(seed) {
    for (uint32_t f = 0; f < kFunctions; ++f) {
      for (uint32_t n = Below(4); n != 0; --n) {
        calls_.emplace_back(f, f + 1 + Below(20));
      }
      if (Below(2) == 0) loads_.emplace_back(f, Below(kVariables));
    }
    lists_.resize(kEntryPoints);
    for (std::vector<uint32_t>& list : lists_) {
      // Out of a hundred.
      constexpr uint32_t kShares[] = {0, 4, 90, 99, 100};
      const uint32_t share = kShares[Below(5)];
      for (uint32_t v = 0; v < kVariables; ++v) {
        if (Below(100) < share) list.push_back(v);
      }
    }
  }

  // The missing variables by the id of an entry point's function, for a module
  // with entry points [first, last).
  std::map<uint32_t, std::string> FindMissing(uint32_t first,
                                              uint32_t last) const {
    const std::vector<uint32_t> words = Write(first, last);
    Module module;
    DiagnosticList diagnostics;
    diagnostics.set_capacity(0);
    BinaryReader().Read(words, &module, &diagnostics);
    Validator().Validate(module, {}, &diagnostics);
    std::map<uint32_t, std::string> missing;
    for (const Diagnostic& d : diagnostics.diagnostics()) {
      if (d.rule->id != "entry.entrypoint.interface-complete") continue;
      std::string& variables = missing[module.inst(d.place.inst).word(2)];
      for (const Note& note : diagnostics.notes(d)) {
        absl::StrAppend(&variables, note.args[0].number, " ");
      }
    }
    return missing;
  }

 private:
  static constexpr uint32_t kVoid = 1, kSignature = 2, kFloat = 3, kPointer = 4;
  static constexpr uint32_t kFirstVariable = 10;
  static constexpr uint32_t kFirstFunction = kFirstVariable + kVariables;
  static constexpr uint32_t kFirstOther = kFirstFunction + kFunctions;

  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

  std::vector<uint32_t> Write(uint32_t first, uint32_t last) const {
    ModuleWords words(kFirstOther + kFunctions + 10'000);
    words.Add(Op::kCapability, {1})
        .Add(Op::kCapability, {5})  // Linkage
        .Add(Op::kMemoryModel, {0, 1});
    for (uint32_t e = first; e < last; ++e) AddEntryPoint(e, &words);
    for (uint32_t e = first; e < last; ++e) {
      words.Add(Op::kExecutionMode, {kFirstFunction + e, 17, 1, 1, 1});
    }
    words.Add(Op::kTypeVoid, {kVoid})
        .Add(Op::kTypeFunction, {kSignature, kVoid})
        .Add(Op::kTypeFloat, {kFloat, 32})
        .Add(Op::kTypePointer, {kPointer, 6, kFloat});
    for (uint32_t v = 0; v < kVariables; ++v) {
      words.Add(Op::kVariable, {kPointer, kFirstVariable + v, 6});
    }
    uint32_t next = kFirstOther;
    for (uint32_t f = 0; f < kFunctions; ++f) AddFunction(f, &next, &words);
    return words.words();
  }

  void AddEntryPoint(uint32_t e, ModuleWords* words) const {
    const std::vector<uint32_t>& list = lists_[e];
    const std::vector<uint32_t> name =
        ModuleWords::String(absl::StrCat("e", e));
    words->Raw({static_cast<uint32_t>(3 + name.size() + list.size()) << 16 | 15,
                5, kFirstFunction + e});
    for (const uint32_t word : name) words->Raw({word});
    for (const uint32_t v : list) words->Raw({kFirstVariable + v});
  }

  void AddFunction(uint32_t f, uint32_t* next, ModuleWords* words) const {
    words->Add(Op::kFunction, {kVoid, kFirstFunction + f, 0, kSignature})
        .Add(Op::kLabel, {(*next)++});
    for (const auto& [caller, callee] : calls_) {
      if (caller != f || callee >= kFunctions) continue;
      words->Add(Op::kFunctionCall,
                 {kVoid, (*next)++, kFirstFunction + callee});
    }
    for (const auto& [function, v] : loads_) {
      if (function != f) continue;
      words->Add(Op::kLoad, {kFloat, (*next)++, kFirstVariable + v});
    }
    words->Add(Op::kReturn, {}).Add(Op::kFunctionEnd, {});
  }

  std::mt19937 random_;
  std::vector<std::pair<uint32_t, uint32_t>> calls_;  // caller, callee
  std::vector<std::pair<uint32_t, uint32_t>> loads_;  // function, variable
  std::vector<std::vector<uint32_t>> lists_;          // by entry point
};

TEST(InterfacesTest, ManyEntryPointsLackWhatFewLack) {
  for (const uint32_t seed : {1u, 2u, 3u}) {
    const Sample sample(seed);
    std::map<uint32_t, std::string> expected;
    for (uint32_t e = 0; e < Sample::kEntryPoints; e += 100) {
      expected.merge(sample.FindMissing(e, e + 100));
    }
    EXPECT_GT(expected.size(), Sample::kEntryPoints / 2);
    EXPECT_LT(expected.size(), Sample::kEntryPoints * 3 / 4);
    EXPECT_EQ(sample.FindMissing(0, Sample::kEntryPoints), expected);
  }
}

}  // namespace
}  // namespace plumb
