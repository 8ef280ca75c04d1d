// Reads a Stage from an entry point.
#ifndef PLUMB_VALIDATE_PIPELINE_STAGE_READER_H_
#define PLUMB_VALIDATE_PIPELINE_STAGE_READER_H_

#include <optional>

#include "grammar/grammar.h"
#include "validate/pipeline/stage.h"
#include "validate/pipeline/static_use.h"

namespace plumb {

class StageReader {
 public:
  StageReader(const ModuleContext& context, Stage* stage, StaticUses* uses);

  void Read();

 private:
  void ReadInterfaceVariable(Id variable, grammar::StorageClass storage);
  void AddMembers(InterfaceObject whole, std::optional<uint32_t> location,
                  grammar::StorageClass storage);
  void AddObject(const InterfaceObject& object, grammar::StorageClass storage);
  void AddPassthrough();
  void ReadResource(const VariableUse& use);
  void ReadPushConstants(const VariableUse& use);

  std::optional<uint32_t> Number(Id target, uint32_t member,
                                 grammar::Decoration kind) const;
  bool Has(Id target, uint32_t member, grammar::Decoration kind) const {
    return context_.decorations().Find(target, member, kind).has_value();
  }
  // Whether objects of the interface are arrays with an element for each
  // vertex or primitive.
  bool IsArrayed(const InterfaceObject& object,
                 grammar::StorageClass storage) const;
  std::optional<DescriptorType> DescriptorOf(
      Id variable, Id type, grammar::StorageClass storage) const;

  const ModuleContext& context_;
  const Module& module_;
  Stage* stage_;
  StaticUse use_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_PIPELINE_STAGE_READER_H_
