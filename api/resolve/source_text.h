// The lines of GLSL, HLSL or other source that debug information embeds:
// OpSource and OpSourceContinued, and DebugSource and DebugSourceContinued of
// NonSemantic.Shader.DebugInfo and OpenCL.DebugInfo.100.
//
// Built on the first query, in one pass over the global instructions and the
// source.  Line numbers follow "#line" directives, as those of OpLine do.
//
// Tested by source_text_test.cc.
#ifndef PLUMB_API_RESOLVE_SOURCE_TEXT_H_
#define PLUMB_API_RESOLVE_SOURCE_TEXT_H_

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "core/module.h"

namespace plumb {

class SourceText {
 public:
  // `module` must outlive this.
  explicit SourceText(const Module& module) : module_(module) {}

  // The line of a file, from 1, without what ends it; empty if the module does
  // not contain it.  Valid as long as this.  O(1) after the first query.
  absl::string_view Line(absl::string_view file, uint32_t line);

 private:
  // The text of one file, and its lines by number.
  struct File {
    std::string text;
    absl::flat_hash_map<uint32_t, absl::string_view> lines;
  };

  void Build();
  // The text that the next continuation belongs to; null: none.
  File* ReadSource(const Inst& inst);
  void ReadPart(const Inst& inst, File** current);
  absl::string_view String(Id id) const;

  const Module& module_;
  bool is_built_ = false;
  // By name.  Values do not move while lines are views into them.
  absl::flat_hash_map<absl::string_view, File> files_;
};

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_SOURCE_TEXT_H_
