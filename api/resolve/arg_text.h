// Messages: the text of a rule or note with its arguments filled in.
//
// Tested by arg_text_test.cc.
#ifndef PLUMB_API_RESOLVE_ARG_TEXT_H_
#define PLUMB_API_RESOLVE_ARG_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "api/resolve/id_text.h"
#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

// The unmet parts of grammar::RequirementAt(index): "capability Kernel or
// Addresses, and version 1.3 or extension SPV_X".
std::string RequirementText(uint16_t index, Arg::UnmetParts unmet);

// An argument as the message shows it, cut to kMaxArgSize bytes.  `near` is the
// instruction that the message is about, or kNoInst.
inline constexpr size_t kMaxArgSize = 500;
std::string ArgText(const Module& module, const Arg& arg, InstIndex near,
                    IdText* ids);

// `text` with its placeholders replaced (core/message_template.h), printable
// (parse/printable_text.h).
std::string MessageText(const Module& module, absl::string_view text,
                        const Args& args, InstIndex near, IdText* ids);

// A module of a pipeline, and the names of its ids.
struct NamedIds {
  const Module* module;
  IdText* ids;
};

// The same for arguments of several modules.  `module_at` returns the module
// with a number; `near` is an instruction of the module number `near_module`.
std::string MessageText(absl::FunctionRef<NamedIds(uint16_t)> module_at,
                        absl::string_view text, const Args& args,
                        uint16_t near_module, InstIndex near);

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_ARG_TEXT_H_
