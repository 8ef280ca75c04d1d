// See hostile.h.  Binaries are written word by word, with the least that each
// instruction needs.
//
// Tested by load_test.cc.

#include "bench/hostile.h"

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/byte_order.h"
#include "grammar/grammar.h"
#include "parse/binary/module_words.h"

namespace plumb::bench {
namespace {

using grammar::Op;

// Ids that all modules use; kFree and up are free.
enum : uint32_t {
  kVoid = 1,
  kVoidFn,
  kMain,
  kBool,
  kTrue,
  kUint,
  kZero,
  kFloat,
  kFree,
};

class Binary {
 public:
  // A module of a shader library or a kernel, before its other declarations.
  explicit Binary(int ids, bool is_shader = true)
      : words_(kFree + static_cast<uint32_t>(ids)) {
    Add(Op::kCapability, {is_shader ? 1u : 6u});
    Add(Op::kCapability, {5});  // Linkage
    Add(Op::kMemoryModel, {0, is_shader ? 1u : 2u});
  }

  // The types and constants that functions need.
  void Declare() {
    Add(Op::kTypeVoid, {kVoid});
    Add(Op::kTypeFunction, {kVoidFn, kVoid});
    Add(Op::kTypeBool, {kBool});
    Add(Op::kConstantTrue, {kBool, kTrue});
    Add(Op::kTypeInt, {kUint, 32, 0});
    Add(Op::kConstant, {kUint, kZero, 0});
    Add(Op::kTypeFloat, {kFloat, 32});
  }
  void Begin(uint32_t function = kMain) {
    Add(Op::kFunction, {kVoid, function, 0, kVoidFn});
  }
  void Label(uint32_t id) { Add(Op::kLabel, {id}); }
  void Branch(uint32_t id) { Add(Op::kBranch, {id}); }
  void BranchIf(uint32_t a, uint32_t b) {
    Add(Op::kBranchConditional, {kTrue, a, b});
  }
  void Return() { Add(Op::kReturn, {}); }
  void End() {
    Return();
    Add(Op::kFunctionEnd, {});
  }

  void Add(Op op, std::initializer_list<uint32_t> operands) {
    words_.Add(op, operands);
  }
  void Add(Op op, const std::vector<uint32_t>& operands) {
    words_.Raw({static_cast<uint32_t>(operands.size() + 1) << 16 |
                grammar::Info(op).opcode});
    for (const uint32_t word : operands) words_.Raw({word});
  }
  void Name(Op op, std::initializer_list<uint32_t> operands,
            absl::string_view string,
            std::initializer_list<uint32_t> more = {}) {
    words_.Add(op, operands, string, more);
  }
  void Word(uint32_t word) { words_.Raw({word}); }

  std::string Bytes() {
    std::string bytes;
    bytes.reserve(size_t{words_.size()} * 4);
    for (const uint32_t word : words_.words()) {
      const uint32_t little = LittleEndian(word);
      bytes.append(reinterpret_cast<const char*>(&little), sizeof(little));
    }
    return bytes;
  }

 private:
  ModuleWords words_;
};

uint32_t Nth(int i) { return kFree + static_cast<uint32_t>(i); }

// --- instructions ---

std::string OneWordInstructions(int n) {
  Binary m(1);
  m.Declare();
  m.Begin();
  m.Label(kFree);
  for (int i = 0; i < n; ++i) m.Add(Op::kNop, {});
  m.End();
  return m.Bytes();
}

std::string UnknownOpcodes(int n) {
  Binary m(0);
  for (int i = 0; i < n; ++i) m.Word(1 << 16 | 0xfff0);
  return m.Bytes();
}

std::string ZeroWords(int n) {
  Binary m(0);
  for (int i = 0; i < n; ++i) m.Word(0);
  return m.Bytes();
}

std::string Undefined(int n) {
  Binary m(n);
  m.Declare();
  m.Begin();
  m.Label(kFree);
  for (int i = 0; i < n; ++i) m.Add(Op::kReturnValue, {Nth(i)});
  m.Add(Op::kFunctionEnd, {});
  return m.Bytes();
}

std::string Undefs(int n) {
  Binary m(n);
  m.Declare();
  for (int i = 0; i < n; ++i) m.Add(Op::kUndef, {kUint, Nth(i)});
  return m.Bytes();
}

std::string Capabilities(int n) {
  Binary m(0);
  for (int i = 0; i < n; ++i) m.Add(Op::kCapability, {1});
  return m.Bytes();
}

std::string Lines(int n) {
  Binary m(2);
  m.Name(Op::kString, {kFree}, "f");
  m.Declare();
  m.Begin();
  m.Label(kFree + 1);
  for (int i = 0; i < n; ++i) {
    m.Add(Op::kLine, {kFree, static_cast<uint32_t>(i), 1});
    m.Add(Op::kNoLine, {});
  }
  m.End();
  return m.Bytes();
}

std::string ShortNames(int n) {
  Binary m(n);
  for (int i = 0; i < n; ++i) m.Name(Op::kName, {Nth(i)}, "");
  m.Declare();
  for (int i = 0; i < n; ++i) m.Add(Op::kTypePointer, {Nth(i), 7, kUint});
  return m.Bytes();
}

std::string Strings(int n) {
  Binary m(n);
  for (int i = 0; i < n; ++i) m.Name(Op::kString, {Nth(i)}, "");
  return m.Bytes();
}

// --- types and constants ---

std::string Pointers(int n) {
  Binary m(n);
  m.Declare();
  for (int i = 0; i < n; ++i) {
    m.Add(Op::kTypePointer, {Nth(i), 7, i == 0 ? kUint : Nth(i - 1)});
  }
  return m.Bytes();
}

std::string NestedStructs(int n) {
  Binary m(n);
  m.Declare();
  for (int i = 0; i < n; ++i) {
    m.Add(Op::kTypeStruct, {Nth(i), i == 0 ? kUint : Nth(i - 1)});
  }
  return m.Bytes();
}

// Structures whose members are all of the structure before.
std::string WideStructs(int n) {
  constexpr int kMembers = 100;
  Binary m(n / kMembers + 1);
  m.Declare();
  for (int i = 0; i < n; i += kMembers) {
    const int number = i / kMembers;
    std::vector<uint32_t> members(kMembers,
                                  number == 0 ? kUint : Nth(number - 1));
    members.insert(members.begin(), Nth(number));
    m.Add(Op::kTypeStruct, members);
  }
  return m.Bytes();
}

std::string Scalars(int n) {
  Binary m(n);
  m.Declare();
  for (int i = 0; i < n; ++i) {
    m.Add(Op::kConstant, {kUint, Nth(i), static_cast<uint32_t>(i)});
  }
  return m.Bytes();
}

std::string SpecOperations(int n) {
  Binary m(n);
  m.Declare();
  for (int i = 0; i < n; ++i) {
    m.Add(Op::kSpecConstantOp, {kUint, Nth(i), grammar::Info(Op::kNot).opcode,
                                i == 0 ? kZero : Nth(i - 1)});
  }
  return m.Bytes();
}

// --- annotations ---

std::string Decorations(int n) {
  Binary m(n);
  for (int i = 0; i < n; ++i) m.Add(Op::kDecorate, {Nth(i), 0});
  m.Declare();
  for (int i = 0; i < n; ++i) m.Add(Op::kUndef, {kUint, Nth(i)});
  return m.Bytes();
}

// n decorations of a group that is applied to n members.
std::string GroupMembers(int n) {
  Binary m(3);
  const uint32_t count = static_cast<uint32_t>(n);
  for (uint32_t i = 0; i < count; ++i) m.Add(Op::kDecorate, {kFree, 35, 4 * i});
  m.Add(Op::kDecorationGroup, {kFree});
  m.Add(Op::kDecorate, {kFree + 1, 2});
  for (uint32_t first = 0; first < count; first += 1000) {
    std::vector<uint32_t> targets = {kFree};
    for (uint32_t i = first; i < first + 1000 && i < count; ++i) {
      targets.push_back(kFree + 1);
      targets.push_back(i);
    }
    m.Add(Op::kGroupMemberDecorate, targets);
  }
  m.Declare();
  std::vector<uint32_t> members(1 + (count < 16'000 ? count : 16'000), kFloat);
  members[0] = kFree + 1;
  m.Add(Op::kTypeStruct, members);
  return m.Bytes();
}

// A group without decorations that is applied to one target n times.
std::string GroupTargets(int n) {
  Binary m(2);
  m.Add(Op::kDecorationGroup, {kFree});
  constexpr int kTargets = 100;
  for (int i = 0; i < n; i += kTargets) {
    std::vector<uint32_t> targets(kTargets + 1, kFree + 1);
    targets[0] = kFree;
    m.Add(Op::kGroupDecorate, targets);
  }
  m.Declare();
  m.Add(Op::kUndef, {kUint, kFree + 1});
  return m.Bytes();
}

// --- entry points and functions ---

std::string SmallFunctions(int n) {
  Binary m(2 * n);
  m.Declare();
  for (int i = 0; i < n; ++i) {
    m.Begin(Nth(2 * i));
    m.Label(Nth(2 * i + 1));
    m.End();
  }
  return m.Bytes();
}

// Each function calls the next, and all are entry points of an interlock.
std::string Interlocks(int n) {
  Binary m(4 * n);
  m.Add(Op::kCapability, {5363});  // FragmentShaderSampleInterlockEXT
  m.Name(Op::kExtension, {}, "SPV_EXT_fragment_shader_interlock");
  for (int i = 0; i < n; ++i) {
    m.Name(Op::kEntryPoint, {4, Nth(3 * i)}, absl::StrCat(i));
  }
  for (int i = 0; i < n; ++i) m.Add(Op::kExecutionMode, {Nth(3 * i), 7});
  m.Declare();
  for (int i = 0; i < n; ++i) {
    m.Begin(Nth(3 * i));
    m.Label(Nth(3 * i + 1));
    if (i + 1 < n) {
      m.Add(Op::kFunctionCall, {kVoid, Nth(3 * i + 2), Nth(3 * i + 3)});
    } else {
      m.Add(Op::kBeginInvocationInterlockEXT, {});
      m.Add(Op::kEndInvocationInterlockEXT, {});
    }
    m.End();
  }
  return m.Bytes();
}

// Entry points with variables of their own, each of which calls the next.
std::string EntryChain(int n) {
  Binary m(5 * n);
  for (int i = 0; i < n; ++i) {
    m.Name(Op::kEntryPoint, {5, Nth(4 * i)}, absl::StrCat(i), {Nth(4 * i + 3)});
  }
  for (int i = 0; i < n; ++i) {
    m.Add(Op::kExecutionMode, {Nth(4 * i), 17, 1, 1, 1});
  }
  m.Declare();
  const uint32_t pointer = Nth(4 * n);
  m.Add(Op::kTypePointer, {pointer, 6, kUint});
  for (int i = 0; i < n; ++i) {
    m.Add(Op::kVariable, {pointer, Nth(4 * i + 3), 6});
  }
  for (int i = 0; i < n; ++i) {
    m.Begin(Nth(4 * i));
    m.Label(Nth(4 * i + 1));
    if (i + 1 < n) {
      m.Add(Op::kFunctionCall, {kVoid, Nth(4 * i + 2), Nth(4 * i + 4)});
    }
    m.Add(Op::kLoad, {kUint, Nth(4 * n + 1 + i), Nth(4 * i + 3)});
    m.End();
  }
  return m.Bytes();
}

// --- blocks ---

std::string BlockChain(int n) {
  Binary m(n);
  m.Declare();
  m.Begin();
  for (int i = 0; i < n; ++i) {
    m.Label(Nth(i));
    if (i + 1 < n) m.Branch(Nth(i + 1));
  }
  m.End();
  return m.Bytes();
}

// Blocks that branch to two others anywhere.
std::string Scattered(int n, bool is_shader) {
  Binary m(n + 1, is_shader);
  m.Declare();
  m.Begin();
  m.Label(Nth(n));
  m.Branch(Nth(0));
  uint32_t random = 1;
  const auto next = [&random, n] {
    random = random * 1664525 + 1013904223;
    return Nth(static_cast<int>((random >> 8) % static_cast<uint32_t>(n)));
  };
  for (int i = 0; i < n; ++i) {
    m.Label(Nth(i));
    if (i + 1 == n) break;
    m.BranchIf(next(), next());
  }
  m.End();
  return m.Bytes();
}
std::string ScatteredInShader(int n) { return Scattered(n, true); }
std::string ScatteredInKernel(int n) { return Scattered(n, false); }

std::string NestedSelections(int n) {
  Binary m(2 * n + 1);
  m.Declare();
  m.Begin();
  m.Label(Nth(2 * n));
  for (int i = 0; i < n; ++i) {
    m.Add(Op::kSelectionMerge, {Nth(2 * i + 1), 0});
    m.BranchIf(Nth(2 * i), Nth(2 * i + 1));
    m.Label(Nth(2 * i));
  }
  for (int i = n - 1; i >= 0; --i) {
    m.Branch(Nth(2 * i + 1));
    m.Label(Nth(2 * i + 1));
  }
  m.End();
  return m.Bytes();
}

std::string NestedLoops(int n) {
  Binary m(4 * n + 1);
  m.Declare();
  m.Begin();
  m.Label(Nth(4 * n));
  for (int i = 0; i < n; ++i) {
    const uint32_t head = Nth(4 * i);
    m.Branch(head);
    m.Label(head);
    m.Add(Op::kLoopMerge, {head + 2, head + 1, 0});
    m.BranchIf(head + 3, head + 2);
    m.Label(head + 3);
  }
  for (int i = n - 1; i >= 0; --i) {
    const uint32_t head = Nth(4 * i);
    m.Branch(head + 1);
    m.Label(head + 1);
    m.Branch(head);
    m.Label(head + 2);
  }
  m.End();
  return m.Bytes();
}

std::string NestedSwitches(int n) {
  Binary m(2 * n + 1);
  m.Declare();
  m.Begin();
  m.Label(Nth(2 * n));
  for (int i = 0; i < n; ++i) {
    m.Add(Op::kSelectionMerge, {Nth(2 * i + 1), 0});
    m.Add(Op::kSwitch, {kZero, Nth(2 * i + 1), 0, Nth(2 * i)});
    m.Label(Nth(2 * i));
  }
  for (int i = n - 1; i >= 0; --i) {
    m.Branch(Nth(2 * i + 1));
    m.Label(Nth(2 * i + 1));
  }
  m.End();
  return m.Bytes();
}

// Switches with targets that are all one block.
std::string SwitchTargets(int n) {
  constexpr int kTargets = 16'000;
  Binary m(n / kTargets + 2);
  m.Declare();
  m.Begin();
  int block = 0;
  for (int i = 0; i < n; i += kTargets, ++block) {
    m.Label(Nth(block));
    m.Add(Op::kSelectionMerge, {Nth(block + 1), 0});
    std::vector<uint32_t> operands = {kZero, Nth(block + 1)};
    for (int t = 0; t < kTargets && i + t < n; ++t) {
      operands.push_back(static_cast<uint32_t>(t));
      operands.push_back(Nth(block + 1));
    }
    m.Add(Op::kSwitch, operands);
  }
  m.Label(Nth(block));
  m.End();
  return m.Bytes();
}

// Blocks that no branch reaches.
std::string UnreachableBlocks(int n) {
  Binary m(n);
  m.Declare();
  m.Begin();
  for (int i = 0; i < n; ++i) {
    m.Label(Nth(i));
    m.Return();
  }
  m.Add(Op::kFunctionEnd, {});
  return m.Bytes();
}

// A block whose phis name it and its predecessor.
std::string SmallPhis(int n) {
  Binary m(n + 2);
  m.Declare();
  m.Begin();
  m.Label(Nth(n));
  m.Branch(Nth(n + 1));
  m.Label(Nth(n + 1));
  for (int i = 0; i < n; ++i) m.Add(Op::kPhi, {kUint, Nth(i), kZero, Nth(n)});
  m.End();
  return m.Bytes();
}

// --- texts ---

constexpr absl::string_view kTextHead =
    "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical "
    "GLSL450\n%u = OpTypeInt 32 0\n";

std::string UndefinedNames(int n) {
  std::string text(kTextHead);
  for (int i = 0; i < n; ++i) absl::StrAppend(&text, "OpName %x", i, " \"\"\n");
  return text;
}

std::string UnknownWords(int n) {
  std::string text(kTextHead);
  for (int i = 0; i < n; ++i) absl::StrAppend(&text, "OpX\n");
  return text;
}

std::string ShortStatements(int n) {
  std::string text(kTextHead);
  for (int i = 0; i < n; ++i) text += "OpNop\n";
  return text;
}

std::string RawWords(int n) {
  std::string text(kTextHead);
  for (int i = 0; i < n; ++i) text += "!0 ";
  return text;
}

std::string DuplicateResults(int n) {
  std::string text(kTextHead);
  for (int i = 0; i < n; ++i) text += "%x=OpUndef %u\n";
  return text;
}

std::string MissingOperands(int n) {
  std::string text(kTextHead);
  for (int i = 0; i < n; ++i) text += "OpName\n";
  return text;
}

std::string UndefinedOperands(int n) {
  std::string text(kTextHead);
  for (int i = 0; i < n; ++i) {
    absl::StrAppend(&text, "%a", i, " = OpIAdd %u %u %b", i, "\n");
  }
  return text;
}

constexpr Task kV = Task::kValidate;
constexpr Task kA = Task::kAssemble;
constexpr Task kR = Task::kReportAll;
constexpr Task kD = Task::kDisassemble;

constexpr Hostile kHostile[] = {
    {kV, "one_word", "OpNop in a block", OneWordInstructions, 40'000},
    {kV, "unknown_opcodes", "words with an unknown opcode", UnknownOpcodes,
     40'000},
    {kV, "zero_words", "words that are 0", ZeroWords, 40'000},
    {kV, "undefined", "uses of undefined ids", Undefined, 20'000},
    {kV, "undefs", "OpUndef outside functions", Undefs, 20'000},
    {kV, "capabilities", "copies of a capability", Capabilities, 20'000},
    {kV, "lines", "OpLine and OpNoLine", Lines, 10'000},
    {kV, "short_names", "pointer types with empty names", ShortNames, 10'000},
    {kV, "strings", "empty strings", Strings, 20'000},
    {kV, "pointers", "pointers to pointers", Pointers, 10'000},
    {kV, "nested_structs", "structures in structures", NestedStructs, 10'000},
    {kV, "wide_structs", "members of structures of structures", WideStructs,
     40'000},
    {kV, "scalars", "scalar constants", Scalars, 10'000},
    {kV, "spec_operations", "operations of one another", SpecOperations,
     10'000},
    {kV, "decorations", "decorated values", Decorations, 10'000},
    {kV, "group_members", "decorations and members of a group", GroupMembers,
     7'000},
    {kV, "group_targets", "applications of a group", GroupTargets, 40'000},
    {kV, "small_functions", "empty functions", SmallFunctions, 5'000},
    {kV, "interlocks", "entry points that call the next", Interlocks, 3'000},
    {kV, "entry_chain", "entry points with variables that call the next",
     EntryChain, 2'000},
    {kV, "block_chain", "blocks", BlockChain, 10'000},
    {kV, "scattered_shader", "conditional branches to anywhere in a shader",
     ScatteredInShader, 5'000},
    {kV, "scattered_kernel", "conditional branches to anywhere in a kernel",
     ScatteredInKernel, 5'000},
    {kV, "nested_selections", "selections in selections", NestedSelections,
     3'000},
    {kV, "nested_loops", "loops in loops", NestedLoops, 2'000},
    {kV, "nested_switches", "switches in switches", NestedSwitches, 3'000},
    {kV, "switch_targets", "targets of switches", SwitchTargets, 30'000},
    {kV, "unreachable", "unreachable blocks", UnreachableBlocks, 10'000},
    {kV, "small_phis", "phis of one parent", SmallPhis, 10'000},
    {kA, "undefined_names", "undefined ids in a text", UndefinedNames, 10'000},
    {kA, "unknown_words", "unknown opcodes in a text", UnknownWords, 40'000},
    {kA, "short_statements", "OpNop in a text", ShortStatements, 40'000},
    {kA, "raw_words", "words as numbers", RawWords, 40'000},
    {kA, "duplicate_results", "definitions of an id", DuplicateResults, 10'000},
    {kA, "missing_operands", "instructions without operands", MissingOperands,
     20'000},
    {kA, "undefined_operands", "operands that are undefined ids",
     UndefinedOperands, 5'000},
    {kR, "missing_operands", "instructions without operands", MissingOperands,
     5'000},
    {kR, "undefined_operands", "operands that are undefined ids",
     UndefinedOperands, 2'000},
    {kD, "one_word_text", "OpNop in a block", OneWordInstructions, 40'000},
    {kD, "unknown_opcodes_text", "words with an unknown opcode", UnknownOpcodes,
     40'000},
    {kD, "zero_words_text", "words that are 0", ZeroWords, 40'000},
    {kD, "pointers_text", "pointers to pointers", Pointers, 10'000},
    {kD, "scalars_text", "scalar constants", Scalars, 10'000},
    {kD, "short_names_text", "pointer types with empty names", ShortNames,
     10'000},
    {kD, "block_chain_text", "blocks", BlockChain, 10'000},
};

}  // namespace

absl::Span<const Hostile> HostileInputs() { return kHostile; }

}  // namespace plumb::bench
