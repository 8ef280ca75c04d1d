// Tests that the fast path and the slow path of assembling an instruction do
// the same: on texts of all common forms, on every prefix of them, and with
// each byte replaced by others, so that instructions become uncommon or wrong
// in every place.

#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

constexpr absl::string_view kTexts[] = {
    // Strings, enumerants with and without parameters, masks, ids.
    R"(OpCapability Shader
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %in %out ; two of the interface
OpExecutionMode %main OriginUpperLeft
OpName %main "a \"quoted\" name"
OpDecorate %in Location 0
OpMemberDecorate %s 0 Offset 16
OpDecorate %d LinkageAttributes "x" Export
)",
    // Types and literals of all sorts.
    R"(%f = OpTypeFloat 32
%h = OpTypeFloat 16
%i = OpTypeInt 32 1
%l = OpTypeInt 64 0
%7 = OpTypeImage %f 2D 0 0 0 1 Unknown ReadOnly
%v = OpTypeVector %f 4
%s = OpTypeStruct %f %i %v
%x = OpConstant %f -1.5e3
%y = OpConstant %h 0x1.8p+3
%z = OpConstant %i -17
%w = OpConstant %l 0x123456789ab
%c = OpConstantComposite %v %x %x %x %x
%o = OpSpecConstantOp %i IAdd %z %z
%q = OpSpecConstantOp %f CompositeExtract %c 2
)",
    // Function bodies: phis, switches, extended instructions, operand masks.
    R"(%g = OpExtInstImport "GLSL.std.450"
%void = OpTypeVoid
%fn = OpTypeFunction %void
%i = OpTypeInt 32 0
%main = OpFunction %void DontInline|Const %fn
%p = OpFunctionParameter %i
%l = OpLabel
%a = OpLoad %i %q Volatile|Aligned 4
%b = OpIAdd %i %a %a
%e = OpExtInst %i %g FClamp %b %b %b
OpStore %q %b Aligned 8
OpSelectionMerge %m None
OpSwitch %b %k 1 %k 2 %m
%k = OpLabel
OpBranch %m
%m = OpLabel
%phi = OpPhi %i %a %l %b %k
%t = OpImageSampleImplicitLod %v %u %w Bias %x
OpReturn
OpFunctionEnd
)",
    // Operands in separate lines, opcodes and names of many lengths, and a set
    // to which later versions may add operands.
    R"(%d = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
   OpName %a_name_of_16_by "b"   ; blanks
               OpName %a_name_of_15_b "b"
%void   =   OpTypeVoid
%12345678 = OpTypeFunction %void
  %f
  =
OpTypeFunction %void
 %12345678
 %f
%123456789 = OpTypeFunction %void %f %012 %1a %s %t = OpTypeStruct
%s = OpString "s"
%n = OpExtInst %void %d DebugSource %s
%n2 = OpExtInst %void %d DebugSource %s %s
%r = OpExtInstImport "NonSemantic.ClspvReflection.5"
%n3 = OpExtInst %void %r Kernel %a %s
%n4 = OpExtInst %void %r Kernel %a %s %a %a %a %a %a
%x = OpExtInst %void %d DebugInfoNone
%c = OpCompositeExtract %f %x 0 1 10 123456789 0x10
OpMemberDecorate %s 12345678 Offset 010
OpStore %a %b
OpReturn)",
};

// Bytes that make other tokens, or none.
constexpr absl::string_view kOthers = " \n\"%=|!;\\x0-(\1";

struct Assembly {
  bool ok = false;
  Module module;
  DiagnosticList diagnostics;
};

using DiagnosticKey =
    std::tuple<absl::string_view, uint32_t, uint32_t, std::string>;

std::vector<DiagnosticKey> Keys(const DiagnosticList& list) {
  std::vector<DiagnosticKey> keys;
  for (const Diagnostic& d : list.diagnostics()) {
    std::string args;
    for (const Arg& arg : d.args) {
      absl::StrAppend(&args, static_cast<int>(arg.kind), ":", arg.number, ":",
                      arg.text, ";");
    }
    keys.emplace_back(d.rule->id, d.place.begin, d.place.end, args);
  }
  return keys;
}

// Whether both are equal for all accessors of a module.
bool SameModule(const Module& a, const Module& b) {
  if (a.words() != b.words() || a.size() != b.size() ||
      a.id_bound() != b.id_bound() ||
      a.used_requirements() != b.used_requirements()) {
    return false;
  }
  for (InstIndex i(0); i < InstIndex(a.size()); ++i) {
    const InstRecord& x = a.record(i);
    const InstRecord& y = b.record(i);
    if (x.op != y.op || x.first_word != y.first_word || x.result != y.result ||
        a.origin(i) != b.origin(i) ||
        a.operands(i).size() != b.operands(i).size()) {
      return false;
    }
    for (size_t o = 0; o < a.operands(i).size(); ++o) {
      if (a.operands(i)[o].word != b.operands(i)[o].word ||
          a.operands(i)[o].kind != b.operands(i)[o].kind) {
        return false;
      }
    }
  }
  return true;
}

class CommonFormsTest : public testing::Test {
 protected:
  // Returns whether the text has no error.
  bool Compare(const std::string& text) {
    Assembly results[2];
    for (const bool common_forms : {false, true}) {
      Assembly& result = results[common_forms];
      Assembler& assembler = assemblers_[common_forms];
      assembler.set_common_forms(common_forms);
      result.ok =
          assembler.Assemble(text, {}, &result.module, &result.diagnostics);
    }
    EXPECT_EQ(results[0].ok, results[1].ok) << text;
    EXPECT_EQ(Keys(results[0].diagnostics), Keys(results[1].diagnostics))
        << text;
    if (results[0].ok && results[1].ok) {
      EXPECT_TRUE(SameModule(results[0].module, results[1].module)) << text;
    }
    return results[0].ok;
  }

 private:
  Assembler assemblers_[2];
};

TEST_F(CommonFormsTest, WholeTexts) {
  for (absl::string_view text : kTexts) {
    EXPECT_TRUE(Compare(std::string(text))) << text;
  }
}

TEST_F(CommonFormsTest, Encodings) {
  EXPECT_TRUE(
      Compare("%f = OpTypeFloat 32\n"
              "%e = OpTypeFloat 8 Float8E4M3EXT\n"));
}

// Runs of bytes that are too long to be a common token.
TEST_F(CommonFormsTest, LongTokens) {
  for (size_t size : {250, 254, 255, 256, 257, 300, 5000}) {
    const std::string name(size, 'n');
    EXPECT_TRUE(Compare(absl::StrCat(
        "%", name, " = OpTypeVoid\n%b = OpTypeFunction %", name, "\n")));
    EXPECT_TRUE(Compare("%b = OpTypeFunction %" + name));
    EXPECT_FALSE(Compare("%b = OpTypeInt " + std::string(size, '1') + " 0\n"));
    EXPECT_FALSE(Compare("Op" + name));
    Compare(std::string(size, '%'));
  }
}

TEST_F(CommonFormsTest, NoBlanks) {
  std::string text = "%v=OpTypeVoid;\n";
  for (int i = 0; i < 300; ++i) absl::StrAppend(&text, "OpName%v\"v\"");
  Compare(text);
}

TEST_F(CommonFormsTest, EveryBeginning) {
  for (absl::string_view text : kTexts) {
    for (size_t size = 0; size < text.size() && !HasFailure(); ++size) {
      Compare(std::string(text.substr(0, size)));
    }
  }
}

TEST_F(CommonFormsTest, EveryByteReplaced) {
  for (absl::string_view text : kTexts) {
    for (size_t at = 0; at < text.size() && !HasFailure(); ++at) {
      for (char other : kOthers) {
        std::string changed(text);
        changed[at] = other;
        Compare(changed);
      }
    }
  }
}

TEST_F(CommonFormsTest, EveryByteRemoved) {
  for (absl::string_view text : kTexts) {
    for (size_t at = 0; at < text.size() && !HasFailure(); ++at) {
      std::string changed(text);
      changed.erase(at, 1);
      Compare(changed);
    }
  }
}

}  // namespace
}  // namespace plumb
