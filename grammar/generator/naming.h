// Converts names of the grammar to names in C++ and in messages.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_NAMING_H_
#define PLUMB_GRAMMAR_GENERATOR_NAMING_H_

#include <string>

#include "absl/strings/string_view.h"

namespace plumb::grammar::generator {

// Letters, digits and underscores, at least one, at most 255.
bool IsName(absl::string_view name);

// "Shader" -> "kShader", "1D" -> "k1D", "half_cos" -> "kHalf_cos".
std::string Enumerator(absl::string_view name);

// "Device-Side_Enqueue" -> "DeviceSideEnqueue", "@exclude" -> "Exclude",
// "arm.motion-engine.100" -> "ArmMotionEngine100".
std::string CamelCase(absl::string_view name);

// "SPV_KHR_16bit_storage" -> "Khr16bitStorage".
std::string ExtensionIdentifier(absl::string_view name);

// An operand's name without the mark-up of the specification's source:
// "'Operand 1', +\n'Operand 2', +\n..." -> "Operand 1, Operand 2, ...".
std::string CleanOperandName(absl::string_view name);

// The identifier of an operand, from its clean name, without the leading k:
// "Sampled Image" -> "SampledImage", "Member 0 type, member 1 type, ..." ->
// "MemberTypes", "Variable, Parent, ..." -> "VariableParent".
std::string OperandIdentifier(absl::string_view name);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_NAMING_H_
