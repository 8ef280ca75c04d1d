// The sections of a module before its functions, as text: types, constants and
// variables are declared when they are first asked for.
//
// Tested by generator_test.cc.
#ifndef PLUMB_TESTDATA_GENERATOR_DECLARATIONS_H_
#define PLUMB_TESTDATA_GENERATOR_DECLARATIONS_H_

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/target_env.h"
#include "testdata/generator/random.h"
#include "testdata/generator/row.h"
#include "testdata/generator/term.h"

namespace plumb::generator {

// The sections that rows add to, in the order of a module (section 2.4).
enum class Section : uint8_t {
  kCapability,
  kExtension,
  kImport,
  kMemoryModel,
  kEntryPoint,
  kMode,
  kDebug,
  kName,
  kProcessed,
  kAnnotation,
  kGlobal,
  kFunctionDeclaration,
  kFunction,  // of helpers
  kGraph,
};
inline constexpr size_t kSectionCount = 14;

struct Setting {
  TargetEnv env = kDefaultTargetEnv;
  Profile profile = Profile::kShader;
  std::string addressing;
  std::string memory;

  uint32_t version() const { return Info(env).spirv_minor; }
  bool is_kernel() const { return profile == Profile::kKernel; }
};

class Declarations {
 public:
  Declarations(Setting setting, Random* random)
      : setting_(std::move(setting)), random_(*random) {}

  const Setting& setting() const { return setting_; }
  Random& random() { return random_; }

  // The place of the row that is being written, for messages about mistakes in
  // it, which end the program.
  void set_place(absl::string_view place) { place_ = std::string(place); }
  [[noreturn]] void Fail(absl::string_view message) const;

  // A new id: "%name_7".
  std::string NewId(absl::string_view stem);
  // Adds a line, unless the section has it and is not of declarations.
  void Add(Section section, const std::string& line);
  void AddCapability(absl::string_view name);
  void AddExtension(absl::string_view name);

  // The type as the profile has it: kernels have only unsigned integers.
  // Enumerants in it lose their mark.
  Term Normalize(const Term& type) const;
  std::string Type(const Term& type);
  // Any constant of a type that HasConstants().
  std::string AnyConstant(const Term& type);
  // A constant whose components are all this number.
  std::string Number(const Term& type, absl::string_view number);
  std::string Null(const Term& type);
  std::string SpecConstant(const Term& type);
  // A constant with the value of an enumerant; records that the module has it.
  std::string EnumerantConstant(const Feature& enumerant);
  // The import of an extended instruction set.
  std::string Import(absl::string_view name);
  // A variable outside functions with the decorations that its storage class
  // needs.
  std::string GlobalVariable(absl::string_view storage_class,
                             const Term& pointee);
  // Numbers for decorations that must differ.
  uint32_t NextBinding() { return next_binding_++; }
  uint32_t NextSpecId() { return next_spec_id_++; }
  // Far enough from the last one for any type of variable.
  uint32_t NextLocation() { return next_location_ += kLocationsEach; }

  // Makes a variable that a row declares known to the interface.
  void NoteVariable(const std::string& id, const std::string& storage_class) {
    variables_.emplace_back(id, storage_class);
  }
  // A function of a type "fn(result,parameters...)" that does nothing.
  std::string Helper(const Term& type);

  const std::set<Feature>& constant_enumerants() const {
    return constant_enumerants_;
  }
  // Variables with their storage classes.
  const std::vector<std::pair<std::string, std::string>>& variables() const {
    return variables_;
  }

  // All sections and then the functions.
  std::string ToText(absl::string_view functions) const;

 private:
  static constexpr uint32_t kLocationsEach = 8;

  void AddCompanions(absl::string_view name);
  std::string Declare(absl::string_view stem, const std::string& instruction);
  std::string DeclareType(const Term& type);
  std::string DeclareScalar(const Term& type);
  std::string DeclareStructure(const Term& type);
  std::string DeclareImage(const Term& type);
  std::string DeclareOther(const Term& type);
  std::string Composite(const Term& type, absl::string_view opcode,
                        absl::string_view number);

  Setting setting_;
  Random& random_;
  std::string place_;
  uint32_t next_id_ = 1;
  uint32_t next_binding_ = 0;
  uint32_t next_location_ = 0;
  uint32_t next_spec_id_ = 0;
  std::array<std::vector<std::string>, kSectionCount> sections_;
  std::array<std::set<std::string>, kSectionCount> known_;
  std::map<std::string, std::string> types_;      // by term
  std::map<std::string, std::string> constants_;  // by instruction
  std::set<Feature> constant_enumerants_;
  std::vector<std::pair<std::string, std::string>> variables_;
};

}  // namespace plumb::generator

#endif  // PLUMB_TESTDATA_GENERATOR_DECLARATIONS_H_
