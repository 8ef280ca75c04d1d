// Writes assembly text along each axis of growth; see generate.h.
//
// A module is built from its sections (SPIR-V 2.4): every generator adds to a
// Shader, which has the types and constants that all of them need, and
// Finish() joins the sections.  The entry point uses no global variable,
// because versions before 1.4 and from 1.4 on require different interfaces;
// functions outside its call tree use global variables.
//
// Tested by generate_test.cc.

#include "bench/generate.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace plumb::bench {
namespace {

// One section of the text.
class Section {
 public:
  template <typename... Parts>
  void Line(const Parts&... parts) {
    absl::StrAppend(&text_, parts...);
    text_.push_back('\n');
  }
  void Text(absl::string_view lines) { absl::StrAppend(&text_, lines); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class Shader {
 public:
  Shader() {
    Entry("main");
    types_.Line("%void = OpTypeVoid");
    types_.Line("%bool = OpTypeBool");
    types_.Line("%int = OpTypeInt 32 1");
    types_.Line("%uint = OpTypeInt 32 0");
    types_.Line("%float = OpTypeFloat 32");
    types_.Line("%v4float = OpTypeVector %float 4");
    types_.Line("%void_fn = OpTypeFunction %void");
    types_.Line("%uint_fn = OpTypeFunction %uint %uint");
    types_.Line("%ptr_local = OpTypePointer Function %uint");
    types_.Line("%uint_0 = OpConstant %uint 0");
    types_.Line("%uint_1 = OpConstant %uint 1");
    types_.Line("%uint_2 = OpConstant %uint 2");
    types_.Line("%float_1 = OpConstant %float 1");
  }

  // Instruction sets precede the memory model.
  Section& imports() { return imports_; }
  Section& names() { return names_; }
  Section& annotations() { return annotations_; }
  Section& types() { return types_; }
  Section& functions() { return functions_; }

  // Declares the function %`name` as an entry point.
  void Entry(absl::string_view name) {
    entries_.Line("OpEntryPoint GLCompute %", name, " \"", name, "\"");
    modes_.Line("OpExecutionMode %", name, " LocalSize 1 1 1");
    names_.Line("OpName %", name, " \"", name, "\"");
  }

  // A void function without parameters, up to and including its first label.
  void Begin(absl::string_view name) {
    functions_.Line("%", name, " = OpFunction %void None %void_fn");
    functions_.Line("%", name, "_entry = OpLabel");
  }
  // The same, with %x, a run-time value, and %c, a run-time condition.
  void BeginMain() {
    Begin("main");
    functions_.Line("%local = OpVariable %ptr_local Function %uint_2");
    functions_.Line("%x = OpLoad %uint %local");
    functions_.Line("%c = OpULessThan %bool %x %uint_1");
  }
  void End() {
    functions_.Line("OpReturn");
    functions_.Line("OpFunctionEnd");
  }
  void EmptyMain() {
    Begin("main");
    End();
  }

  // The function %`name`, uint to uint, which adds up the results of `calls`
  // other such functions: call(i) is the name of the i-th.
  template <typename Callee>
  void UintFunction(absl::string_view name, int calls, const Callee& call) {
    functions_.Line("%", name, " = OpFunction %uint None %uint_fn");
    functions_.Line("%", name, "_p = OpFunctionParameter %uint");
    functions_.Line("%", name, "_entry = OpLabel");
    functions_.Line("%", name, "_s0 = OpIAdd %uint %", name, "_p %uint_1");
    for (int i = 0; i < calls; ++i) {
      functions_.Line("%", name, "_r", i, " = OpFunctionCall %uint %", call(i),
                      " %", name, "_s", i);
      functions_.Line("%", name, "_s", i + 1, " = OpIAdd %uint %", name, "_s",
                      i, " %", name, "_r", i);
    }
    functions_.Line("OpReturnValue %", name, "_s", calls);
    functions_.Line("OpFunctionEnd");
  }

  std::string Finish() const {
    return absl::StrCat("OpCapability Shader\n", imports_.text(),
                        "OpMemoryModel Logical GLSL450\n", entries_.text(),
                        modes_.text(), names_.text(), annotations_.text(),
                        types_.text(), functions_.text());
  }

 private:
  Section imports_, entries_, modes_, names_, annotations_, types_, functions_;
};

// --- module scope ---

std::string EntryPoints(int n) {
  constexpr int kShared = 31;  // a binary tree of calls
  Shader shader;
  shader.EmptyMain();
  for (int i = 0; i < kShared; ++i) {
    const int children = 2 * i + 2 < kShared ? 2 : 0;
    shader.UintFunction(absl::StrCat("shared_", i), children, [i](int child) {
      return absl::StrCat("shared_", 2 * i + 1 + child);
    });
  }
  for (int i = 1; i < n; ++i) {
    const std::string name = absl::StrCat("entry_", i);
    shader.Entry(name);
    shader.Begin(name);
    shader.functions().Line("%", name,
                            "_r = OpFunctionCall %uint %shared_0 %uint_1");
    shader.End();
  }
  return shader.Finish();
}

std::string Names(int n) {
  Shader shader;
  for (int i = 0; i < n; ++i) {
    shader.names().Line("OpName %value_", i, " \"lightContribution_", i, "\"");
    shader.types().Line("%value_", i, " = OpUndef %uint");
  }
  shader.EmptyMain();
  return shader.Finish();
}

std::string StructMembers(int n) {
  Shader shader;
  std::string members;
  for (int i = 0; i < n; ++i) {
    shader.names().Line("OpMemberName %block ", i, " \"field_", i, "\"");
    shader.annotations().Line("OpMemberDecorate %block ", i, " Offset ",
                              16 * i);
    absl::StrAppend(&members, i % 4 == 3 ? " %v4float" : " %float");
  }
  shader.annotations().Line("OpDecorate %block Block");
  shader.annotations().Line("OpDecorate %buffer DescriptorSet 0");
  shader.annotations().Line("OpDecorate %buffer Binding 0");
  shader.types().Line("%block = OpTypeStruct", members);
  shader.types().Line("%ptr_block = OpTypePointer Uniform %block");
  shader.types().Line("%buffer = OpVariable %ptr_block Uniform");
  shader.EmptyMain();
  return shader.Finish();
}

std::string Types(int n) {
  // Towers of structures and arrays, each with a few levels, so that neither
  // the depth nor the size of a type comes near a limit.
  constexpr int kStoreys = 8;
  Shader shader;
  for (int i = 0; i < n; ++i) {
    const std::string below =
        i % kStoreys == 0 ? "v4float" : absl::StrCat("type_", i - 1);
    switch (i % 4) {
      case 0:
      case 2:
        shader.types().Line("%type_", i, " = OpTypeStruct %", below, " %uint");
        break;
      case 1:
        shader.types().Line("%type_", i, " = OpTypeArray %", below, " %uint_2");
        break;
      default:
        shader.types().Line("%type_", i, " = OpTypeStruct %", below,
                            " %float %int");
        break;
    }
  }
  shader.EmptyMain();
  return shader.Finish();
}

std::string Constants(int n) {
  Shader shader;
  for (int i = 0; i < n; ++i) {
    switch (i % 4) {
      case 0:
        shader.types().Line("%k_", i, " = OpConstant %uint ", i + 3);
        break;
      case 1:
        shader.types().Line("%k_", i, " = OpConstant %float ", i, ".5");
        break;
      case 2:
        shader.types().Line("%k_", i, " = OpConstantComposite %v4float %k_",
                            i - 1, " %float_1 %float_1 %k_", i - 1);
        break;
      default:
        shader.types().Line("%k_", i, " = OpSpecConstantOp %uint IAdd %k_",
                            i - 3, " %uint_1");
        break;
    }
  }
  shader.EmptyMain();
  return shader.Finish();
}

std::string Globals(int n) {
  Shader shader;
  shader.annotations().Line("OpDecorate %block Block");
  shader.annotations().Line("OpMemberDecorate %block 0 Offset 0");
  shader.types().Line("%block = OpTypeStruct %uint");
  shader.types().Line("%ptr_block = OpTypePointer Uniform %block");
  shader.types().Line("%ptr_member = OpTypePointer Uniform %uint");
  shader.types().Line("%ptr_private = OpTypePointer Private %uint");
  shader.EmptyMain();
  shader.Begin("touch");
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 0) {
      shader.types().Line("%global_", i, " = OpVariable %ptr_private Private");
      shader.functions().Line("%value_", i, " = OpLoad %uint %global_", i);
    } else {
      shader.annotations().Line("OpDecorate %global_", i, " DescriptorSet ",
                                i / 512);
      shader.annotations().Line("OpDecorate %global_", i, " Binding ", i % 512);
      shader.types().Line("%global_", i, " = OpVariable %ptr_block Uniform");
      shader.functions().Line("%member_", i,
                              " = OpAccessChain %ptr_member %global_", i,
                              " %uint_0");
      shader.functions().Line("%value_", i, " = OpLoad %uint %member_", i);
    }
  }
  shader.End();
  return shader.Finish();
}

// --- functions and calls ---

std::string Functions(int n) {
  Shader shader;
  for (int i = 0; i < n; ++i) {
    shader.UintFunction(absl::StrCat("f_", i), 0, [](int) { return ""; });
  }
  shader.Begin("main");
  for (int i = 0; i < n; ++i) {
    shader.functions().Line("%r_", i, " = OpFunctionCall %uint %f_", i,
                            " %uint_1");
  }
  shader.End();
  return shader.Finish();
}

std::string CallChain(int n) {
  Shader shader;
  shader.Begin("main");
  shader.functions().Line("%r = OpFunctionCall %uint %f_0 %uint_1");
  shader.End();
  for (int i = 0; i < n; ++i) {
    shader.UintFunction(absl::StrCat("f_", i), i + 1 < n ? 1 : 0,
                        [i](int) { return absl::StrCat("f_", i + 1); });
  }
  return shader.Finish();
}

// "$" is replaced by the function.
constexpr char kBody[] = R"($ = OpFunction %float None %float_fn
$_p = OpFunctionParameter %float
$_entry = OpLabel
$_i = OpVariable %ptr_local Function %uint_0
$_color = OpVariable %ptr_color Function
$_v = OpCompositeConstruct %v4float $_p $_p %float_1 %float_1
$_n = OpExtInst %v4float %glsl Normalize $_v
OpStore $_color $_n
OpBranch $_head
$_head = OpLabel
OpLoopMerge $_done $_next None
OpBranch $_test
$_test = OpLabel
$_k = OpLoad %uint $_i
$_more = OpULessThan %bool $_k %uint_2
OpBranchConditional $_more $_body $_done
$_body = OpLabel
$_c = OpLoad %v4float $_color
$_d = OpDot %float $_c $_v
$_lit = OpFOrdGreaterThan %bool $_d %float_0
OpSelectionMerge $_join None
OpBranchConditional $_lit $_then $_else
$_then = OpLabel
$_pow = OpExtInst %float %glsl Pow $_d %float_1
$_scaled = OpVectorTimesScalar %v4float $_c $_pow
OpStore $_color $_scaled
OpBranch $_join
$_else = OpLabel
$_mix = OpExtInst %v4float %glsl FMix $_c $_v $_n
OpStore $_color $_mix
OpBranch $_join
$_join = OpLabel
OpBranch $_next
$_next = OpLabel
$_k1 = OpIAdd %uint $_k %uint_1
OpStore $_i $_k1
OpBranch $_head
$_done = OpLabel
$_ptr = OpAccessChain %ptr_float $_color %uint_1
$_y = OpLoad %float $_ptr
$_z = OpFMul %float $_y $_p
)";

// A function typical of shaders: local variables, a loop with a selection in
// it, vectors, extended instructions and a call of the previous function.
void Body(int i, bool has_call, Shader* shader) {
  const std::string f = absl::StrCat("%shade_", i);
  shader->names().Line("OpName ", f, " \"shade_", i, "\"");
  shader->functions().Text(absl::StrReplaceAll(kBody, {{"$", f}}));
  std::string result = f + "_z";
  if (has_call) {
    result = f + "_r";
    shader->functions().Line(result, " = OpFunctionCall %float %shade_", i - 1,
                             " ", f, "_z");
  }
  shader->functions().Line("OpReturnValue ", result);
  shader->functions().Line("OpFunctionEnd");
}

std::string Bodies(int n) {
  constexpr int kChain = 8;  // of functions that call each other
  Shader shader;
  shader.imports().Line("%glsl = OpExtInstImport \"GLSL.std.450\"");
  shader.types().Line("%float_0 = OpConstant %float 0");
  shader.types().Line("%float_fn = OpTypeFunction %float %float");
  shader.types().Line("%ptr_color = OpTypePointer Function %v4float");
  shader.types().Line("%ptr_float = OpTypePointer Function %float");
  for (int i = 0; i < n; ++i) Body(i, i % kChain != 0, &shader);
  shader.Begin("main");
  for (int i = kChain - 1; i < n; i += kChain) {
    shader.functions().Line("%r_", i, " = OpFunctionCall %float %shade_", i,
                            " %float_1");
  }
  shader.End();
  return shader.Finish();
}

// --- inside a function ---

std::string Instructions(int n) {
  Shader shader;
  shader.BeginMain();
  Section& body = shader.functions();
  body.Line("%f = OpConvertUToF %float %x");
  std::string u = "x", f = "f", v;  // the latest value of each type
  for (int i = 0; i < n; ++i) {
    const std::string r = absl::StrCat("r_", i);
    switch (i % 6) {
      case 0:
        body.Line("%", r, " = OpIAdd %uint %", u, " %x");
        u = r;
        break;
      case 1:
        body.Line("%", r, " = OpBitwiseXor %uint %", u, " %uint_2");
        u = r;
        break;
      case 2:
        body.Line("%", r, " = OpConvertUToF %float %", u);
        f = r;
        break;
      case 3:
        body.Line("%", r, " = OpFMul %float %", f, " %float_1");
        f = r;
        break;
      case 4:
        body.Line("%", r, " = OpCompositeConstruct %v4float %", f, " %", f,
                  " %float_1 %f");
        v = r;
        break;
      default:
        body.Line("%", r, " = OpCompositeExtract %float %", v, " 2");
        f = r;
        break;
    }
  }
  shader.End();
  return shader.Finish();
}

std::string Blocks(int n) {
  Shader shader;
  shader.BeginMain();
  for (int i = 0; i < n; ++i) {
    shader.functions().Line("OpBranch %block_", i);
    shader.functions().Line("%block_", i, " = OpLabel");
  }
  shader.End();
  return shader.Finish();
}

std::string Selections(int n) {
  Shader shader;
  shader.BeginMain();
  Section& body = shader.functions();
  for (int i = 0; i < n; ++i) {
    body.Line("OpSelectionMerge %join_", i, " None");
    body.Line("OpBranchConditional %c %then_", i, " %else_", i);
    body.Line("%then_", i, " = OpLabel");
    body.Line("%t_", i, " = OpIAdd %uint %x %uint_1");
    body.Line("OpBranch %join_", i);
    body.Line("%else_", i, " = OpLabel");
    body.Line("%e_", i, " = OpIMul %uint %x %uint_2");
    body.Line("OpBranch %join_", i);
    body.Line("%join_", i, " = OpLabel");
    body.Line("%j_", i, " = OpPhi %uint %t_", i, " %then_", i, " %e_", i,
              " %else_", i);
  }
  shader.End();
  return shader.Finish();
}

std::string Loops(int n) {
  Shader shader;
  shader.BeginMain();
  Section& body = shader.functions();
  std::string before = "main_entry";
  for (int i = 0; i < n; ++i) {
    body.Line("OpBranch %head_", i);
    body.Line("%head_", i, " = OpLabel");
    body.Line("%i_", i, " = OpPhi %uint %uint_0 %", before, " %next_", i,
              " %continue_", i);
    body.Line("%more_", i, " = OpULessThan %bool %i_", i, " %x");
    body.Line("OpLoopMerge %after_", i, " %continue_", i, " None");
    body.Line("OpBranchConditional %more_", i, " %body_", i, " %after_", i);
    body.Line("%body_", i, " = OpLabel");
    body.Line("OpBranch %continue_", i);
    body.Line("%continue_", i, " = OpLabel");
    body.Line("%next_", i, " = OpIAdd %uint %i_", i, " %uint_1");
    body.Line("OpBranch %head_", i);
    body.Line("%after_", i, " = OpLabel");
    before = absl::StrCat("after_", i);
  }
  shader.End();
  return shader.Finish();
}

std::string Nesting(int n) {
  // Even levels are selections, odd ones loops; each is nested in the previous
  // one.
  Shader shader;
  shader.BeginMain();
  Section& body = shader.functions();
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 0) {
      body.Line("OpSelectionMerge %after_", i, " None");
    } else {
      body.Line("OpBranch %head_", i);
      body.Line("%head_", i, " = OpLabel");
      body.Line("OpLoopMerge %after_", i, " %continue_", i, " None");
    }
    body.Line("OpBranchConditional %c %in_", i, " %after_", i);
    body.Line("%in_", i, " = OpLabel");
  }
  for (int i = n - 1; i >= 0; --i) {
    if (i % 2 == 0) {
      body.Line("OpBranch %after_", i);
    } else {
      body.Line("OpBranch %continue_", i);
      body.Line("%continue_", i, " = OpLabel");
      body.Line("OpBranch %head_", i);
    }
    body.Line("%after_", i, " = OpLabel");
  }
  shader.End();
  return shader.Finish();
}

// A switch with n cases.  The caller, whose text continues in the merge block,
// writes the last lines.
void Switch(int n, Shader* shader) {
  shader->BeginMain();
  Section& body = shader->functions();
  std::string cases;
  for (int i = 0; i < n; ++i) absl::StrAppend(&cases, " ", i, " %case_", i);
  body.Line("OpSelectionMerge %join None");
  body.Line("OpSwitch %x %default", cases);
  for (int i = 0; i < n; ++i) {
    body.Line("%case_", i, " = OpLabel");
    body.Line("%v_", i, " = OpIAdd %uint %x %uint_1");
    body.Line("OpBranch %join");
  }
  body.Line("%default = OpLabel");
  body.Line("OpBranch %join");
  body.Line("%join = OpLabel");
}

std::string SwitchCases(int n) {
  Shader shader;
  Switch(n, &shader);
  shader.End();
  return shader.Finish();
}

std::string PhiParents(int n) {
  Shader shader;
  Switch(n, &shader);
  std::string parents;
  for (int i = 0; i < n; ++i) {
    absl::StrAppend(&parents, " %v_", i, " %case_", i);
  }
  shader.functions().Line("%phi = OpPhi %uint %uint_0 %default", parents);
  shader.End();
  return shader.Finish();
}

std::string Phis(int n) {
  Shader shader;
  shader.BeginMain();
  Section& body = shader.functions();
  body.Line("OpSelectionMerge %join None");
  body.Line("OpBranchConditional %c %then %else");
  body.Line("%then = OpLabel");
  for (int i = 0; i < n; ++i) body.Line("%t_", i, " = OpIAdd %uint %x %uint_1");
  body.Line("OpBranch %join");
  body.Line("%else = OpLabel");
  for (int i = 0; i < n; ++i) body.Line("%e_", i, " = OpIMul %uint %x %uint_2");
  body.Line("OpBranch %join");
  body.Line("%join = OpLabel");
  for (int i = 0; i < n; ++i) {
    body.Line("%p_", i, " = OpPhi %uint %t_", i, " %then %e_", i, " %else");
  }
  shader.End();
  return shader.Finish();
}

// If no universal limit applies first, the largest size keeps the id bound
// well below its limit, 4,194,303.
constexpr int kFree = 400'000;

constexpr Axis kAxes[] = {
    {"entry_points", "entry points that share one call tree", EntryPoints, 2000,
     kFree},
    {"names", "named values", Names, 10'000, kFree},
    {"struct_members", "members of one structure, named and with offsets",
     StructMembers, 4000, 16'383},
    {"types", "structures and arrays, eight deep", Types, 10'000, kFree},
    {"constants", "constants: scalars, vectors, specialization operations",
     Constants, 10'000, kFree},
    {"globals", "Private and Uniform variables, loaded once each", Globals,
     10'000, 65'535},
    {"functions", "functions, each called from the entry point", Functions,
     4000, kFree},
    {"call_chain", "functions that each call the next", CallChain, 4000, kFree},
    {"bodies", "functions as shaders have them, with loops and selections",
     Bodies, 1000, 120'000},
    {"instructions", "arithmetic instructions of one block", Instructions,
     10'000, kFree},
    {"blocks", "blocks, each branching to the next", Blocks, 10'000, kFree},
    {"selections", "selections, one after the other", Selections, 4000, kFree},
    {"loops", "loops, one after the other", Loops, 4000, kFree},
    {"nesting", "selections and loops in turn, each in the one before", Nesting,
     100, 1000},
    {"switch_cases", "cases of one switch", SwitchCases, 4000, 16'383},
    {"phis", "phis of one block with two parents", Phis, 10'000, kFree},
    {"phi_parents", "parents of one phi", PhiParents, 4000, 16'383},
};

}  // namespace

absl::Span<const Axis> Axes() { return kAxes; }

const Axis* FindAxis(absl::string_view name) {
  const auto* end = std::end(kAxes);
  const auto* axis = std::find_if(
      std::begin(kAxes), end, [name](const Axis& a) { return a.name == name; });
  return axis == end ? nullptr : axis;
}

}  // namespace plumb::bench
