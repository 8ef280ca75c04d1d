// Which rules of the specification are checked.  testdata/catalogue lists every
// static rule of it and of its extensions: a file for each area, in its lines
// the id, the section or document, and the state, with tabs between.  The state
// is
//
//   done      a rule of that id, or with that alias, is registered;
//   disputed  testdata/disputed.md says why it is not;
//   pending   it is not there yet.
//
// testdata/catalogue/vulkan lists Vulkan's VUIDs: a file for each kind, in its
// lines the VUID, the state, and what explains it:
//
//   done         the id of a rule that carries the VUID;
//   covered      which other VUID each violation is reported under, and why;
//   undecidable  why a module, or a pipeline as it is described, does not tell;
//   pending      nothing: it is not there yet.
//
// testdata/catalogue/environments lists what the environments of OpenCL and of
// OpenGL ask of modules, in the words of this project: in its lines the section
// or document, the statement, the state, and what explains it, as above, though
// pending says why as well; the rule of what is done applies there.
//
// testdata/generator/violated_rules.txt lists the rules that mutants of
// generated modules violate (testdata/generator/rule_survey.h).
//
// docs/generated/coverage.md and a part of README.md summarize this.  With
// PLUMB_REWRITE set to the folder of the sources, the states and the summaries
// are rewritten.  The lists of VUIDs and of environments are maintained by
// hand:
//
//   PLUMB_REWRITE=$PWD bazel run //validate:coverage_test
//
// Where the catalogue that the list was drawn from is there
// ($PLUMB_SHARED/catalogue or ../shared/catalogue beside the sources), the two
// are compared.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "testdata/shared_vectors.h"
#include "validate/catalogue_lists.h"
#include "validate/registry.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr char kFolder[] = "testdata/catalogue";
constexpr char kSections[] = "testdata/catalogue/sections.tsv";
constexpr char kDisputed[] = "testdata/disputed.md";
constexpr char kVuidFolder[] = "testdata/catalogue/vulkan";
constexpr char kViolated[] = "testdata/generator/violated_rules.txt";
constexpr char kPage[] = "docs/generated/coverage.md";
constexpr char kReadme[] = "README.md";

// --- The list ---

struct Row {
  std::string id;
  std::string section;
  std::string state;
};

// By area.
std::map<std::string, std::vector<Row>> ReadCatalogue() {
  std::map<std::string, std::vector<Row>> areas;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    // Rules of Vulkan are listed in a folder of their own.
    if (!entry.is_regular_file() ||
        entry.path().filename() == fs::path(kSections).filename()) {
      continue;
    }
    std::vector<Row>& rows = areas[entry.path().stem().string()];
    for (std::vector<std::string>& cells : ReadTable(entry.path())) {
      EXPECT_EQ(cells.size(), 3u) << entry.path() << ": " << cells.front();
      if (cells.size() != 3) continue;
      rows.push_back({cells[0], cells[1], cells[2]});
    }
  }
  return areas;
}

std::set<std::string> RegisteredIds() {
  std::set<std::string> ids;
  for (const Rule* rule : AllRules()) {
    ids.insert(std::string(rule->id));
    for (absl::string_view alias : AliasesOf(*rule)) {
      ids.insert(std::string(alias));
    }
  }
  return ids;
}

class RuleCoverage {
 public:
  RuleCoverage() : ids_(RegisteredIds()), disputed_(ReadFile(kDisputed)) {}

  std::string operator()(const std::string& id) const {
    if (ids_.contains(id)) return "done";
    return absl::StrContains(disputed_, absl::StrCat("`", id, "`")) ? "disputed"
                                                                    : "pending";
  }

 private:
  std::set<std::string> ids_;
  std::string disputed_;
};

void Write(const fs::path& path, const std::string& text) {
  const fs::path root(std::getenv("PLUMB_REWRITE"));
  std::ofstream(root / path, std::ios::binary) << text;
}

TEST(CoverageTest, StatesAreTrue) {
  const RuleCoverage state_of;
  const auto areas = ReadCatalogue();
  ASSERT_GT(areas.size(), 20u);
  const bool rewrite = std::getenv("PLUMB_REWRITE") != nullptr;
  for (const auto& [area, rows] : areas) {
    std::string text;
    for (const Row& row : rows) {
      const std::string state = state_of(row.id);
      EXPECT_EQ(AreaOf(row.id), area);
      EXPECT_TRUE(rewrite || row.state == state)
          << row.id << " is " << state << ", not " << row.state;
      absl::StrAppend(&text, row.id, "\t", row.section, "\t", state, "\n");
    }
    if (rewrite) Write(fs::path(kFolder) / absl::StrCat(area, ".tsv"), text);
  }
}

// --- Vulkan's VUIDs ---

// Of rules about several stages, or about the state of the client; the shared
// catalogue has only those of modules.
constexpr absl::string_view kPipelineKind = "pipeline";

// Each is a list, and what the shared catalogue calls the kind.
constexpr absl::string_view kVuidKinds[] = {"standalone", "built-in", "runtime",
                                            kPipelineKind};

// VUIDs of rules that are of none of these kinds: of a structure of the API,
// and of what the conformance vectors alone tell.
constexpr absl::string_view kOtherVuids[] = {
    "VUID-SamplerHeapEXT-SamplerHeapEXT-11239",
    "VUID-ResourceHeapEXT-ResourceHeapEXT-11241",
    "VUID-VkShaderModuleCreateInfo-pCode-08740",
};

struct VuidRow {
  std::string vuid;
  std::string state;
  std::string about;  // the rule of what is done, else the reason
};

// None if there is no list of the kind.
std::vector<VuidRow> ReadVuids(absl::string_view kind) {
  const fs::path path =
      fs::path(kVuidFolder) / absl::StrCat(std::string(kind), ".tsv");
  if (!fs::exists(path)) return {};
  std::vector<VuidRow> rows;
  for (const std::vector<std::string>& cells : ReadTable(path)) {
    const bool has_about = cells.size() == 3;
    EXPECT_TRUE(has_about || (cells.size() == 2 && cells[1] == "pending"))
        << path << ": " << cells.front();
    if (cells.size() < 2) continue;
    rows.push_back({cells[0], cells[1], has_about ? cells[2] : ""});
  }
  return rows;
}

absl::string_view KindOfVuid(absl::string_view vuid) {
  if (absl::StartsWith(vuid, "VUID-StandaloneSpirv-")) return kVuidKinds[0];
  if (absl::StartsWith(vuid, "VUID-RuntimeSpirv-")) return kVuidKinds[2];
  if (absl::StartsWith(vuid, "VUID-VkGraphicsPipelineCreateInfo-") ||
      absl::StartsWith(vuid, "VUID-VkRayTracing")) {
    return kPipelineKind;
  }
  return kVuidKinds[1];
}

void ExpectTrue(const VuidRow& row) {
  if (row.state == "done") {
    const Rule* rule = FindRule(row.about);
    ASSERT_TRUE(rule != nullptr && rule->id == row.about) << row.about;
    EXPECT_EQ(rule->vuid, row.vuid) << row.about;
    return;
  }
  EXPECT_EQ(FindRule(row.vuid), nullptr) << row.vuid << " is done";
  EXPECT_TRUE(row.state == "covered" || row.state == "undecidable" ||
              row.state == "pending")
      << row.vuid;
  EXPECT_EQ(row.about.empty(), row.state == "pending") << row.vuid;
}

TEST(CoverageTest, StatesOfVuidsAreTrue) {
  std::set<std::string> listed;
  std::set<absl::string_view> kinds;
  for (absl::string_view kind : kVuidKinds) {
    for (const VuidRow& row : ReadVuids(kind)) {
      kinds.insert(kind);
      EXPECT_TRUE(listed.insert(row.vuid).second) << row.vuid << " is repeated";
      EXPECT_EQ(KindOfVuid(row.vuid), kind) << row.vuid;
      ExpectTrue(row);
    }
  }
  EXPECT_TRUE(kinds.contains("built-in"));
  // What is listed and carried by a rule is done, as said above.
  for (const Rule* rule : AllRules()) {
    if (rule->vuid.empty() || !kinds.contains(KindOfVuid(rule->vuid))) continue;
    EXPECT_NE(listed.contains(std::string(rule->vuid)),
              absl::c_linear_search(kOtherVuids, rule->vuid))
        << rule->vuid << " of " << rule->id;
  }
}

// --- Other environments ---

void ExpectTrue(const Statement& statement, const Environment& environment) {
  EXPECT_FALSE(statement.about.empty()) << statement.text;
  if (statement.state != "done") {
    EXPECT_TRUE(statement.state == "undecidable" ||
                statement.state == "pending")
        << statement.text;
    EXPECT_EQ(FindRule(statement.about), nullptr) << statement.text;
    return;
  }
  const Rule* rule = FindRule(statement.about);
  ASSERT_TRUE(rule != nullptr && rule->id == statement.about)
      << statement.about;
  EXPECT_NE(rule->when.envs & EnvsOf(environment.api), 0u)
      << rule->id << " does not apply in " << environment.name;
}

TEST(CoverageTest, StatementsOfEnvironmentsAreTrue) {
  for (const Environment& environment : kEnvironments) {
    std::set<std::string> texts;
    std::set<absl::string_view> rules;
    const std::vector<Statement> statements = ReadStatements(environment);
    ASSERT_FALSE(statements.empty()) << environment.file;
    for (const Statement& statement : statements) {
      EXPECT_TRUE(texts.insert(statement.text).second)
          << statement.text << " is repeated";
      rules.insert(statement.about);
      ExpectTrue(statement, environment);
    }
    for (const Rule* rule : AllRules()) {
      if (rule->section != environment.section) continue;
      EXPECT_TRUE(rules.contains(rule->id)) << rule->id << " is not listed";
    }
  }
}

// --- The page ---

struct Counts {
  int rules = 0;
  std::map<std::string, int> by_state;

  void Add(const std::string& state) {
    ++rules;
    ++by_state[state];
  }
  std::string Line(absl::string_view name,
                   std::initializer_list<absl::string_view> states = {
                       "done", "disputed", "pending"}) const {
    std::string line = absl::StrCat("| ", name, " | ", rules, " |");
    for (absl::string_view state : states) {
      const auto it = by_state.find(std::string(state));
      absl::StrAppend(&line, " ", it == by_state.end() ? 0 : it->second, " |");
    }
    return absl::StrCat(line, "\n");
  }
};

// Sections by number, documents by name behind them.
struct BySection {
  static std::tuple<bool, std::vector<int>, std::string> Key(
      const std::string& section) {
    std::vector<int> numbers;
    for (absl::string_view part : absl::StrSplit(section, '.')) {
      int number = 0;
      if (!absl::SimpleAtoi(part, &number)) return {true, {}, section};
      numbers.push_back(number);
    }
    return {false, numbers, ""};
  }
  bool operator()(const std::string& a, const std::string& b) const {
    return Key(a) < Key(b);
  }
};

std::string VulkanPart() {
  std::string part =
      "\n## Vulkan\n\n"
      "Vulkan's requirements for modules, by VUID "
      "(`testdata/catalogue/vulkan`\n"
      "lists them). Each implemented rule has two modules:\n"
      "`testdata/rules/<area>/<rule id>.spvasm` violates the rule, and\n"
      "`testdata/rules/<area>/<rule id>.ok.spvasm` is a valid near miss.\n\n"
      "| kind | VUIDs | implemented | covered by another | not decidable | "
      "pending |\n"
      "|---|---:|---:|---:|---:|---:|\n";
  const auto states = {absl::string_view("done"), absl::string_view("covered"),
                       absl::string_view("undecidable"),
                       absl::string_view("pending")};
  std::map<std::string, std::string> reasons = {
      {"covered", "\n| covered by another | by which |\n|---|---|\n"},
      {"undecidable", "\n| not decidable from a module | why |\n|---|---|\n"}};
  Counts all;
  for (absl::string_view kind : kVuidKinds) {
    Counts counts;
    for (const VuidRow& row : ReadVuids(kind)) {
      counts.Add(row.state);
      all.Add(row.state);
      const auto reason = reasons.find(row.state);
      if (reason == reasons.end()) continue;
      absl::StrAppend(&reason->second, "| ", row.vuid, " | ", row.about,
                      " |\n");
    }
    absl::StrAppend(&part, counts.Line(kind, states));
  }
  return absl::StrCat(part, all.Line("all", states), reasons["covered"],
                      reasons["undecidable"]);
}

std::string EnvironmentPart() {
  std::string part =
      "\n## OpenCL and OpenGL\n\n"
      "The requirements for modules in the OpenCL SPIR-V environment\n"
      "specification (versions 1.2 to 3.0, both profiles), and those of\n"
      "ARB_gl_spirv for OpenGL that are checked.\n"
      "`testdata/catalogue/environments` lists each statement with the rule\n"
      "that checks it, which may be a rule for all environments.\n\n"
      "| environment | statements | checked | not decidable | pending |\n"
      "|---|---:|---:|---:|---:|\n";
  std::string reasons =
      "\n| not decidable from a module, or pending | why |\n|---|---|\n";
  for (const Environment& environment : kEnvironments) {
    Counts counts;
    for (const Statement& statement : ReadStatements(environment)) {
      counts.Add(statement.state);
      if (statement.state == "done") continue;
      absl::StrAppend(&reasons, "| ", environment.name, ": ", statement.text,
                      " | ", statement.about, " |\n");
    }
    absl::StrAppend(&part, counts.Line(environment.name,
                                       {"done", "undecidable", "pending"}));
  }
  return absl::StrCat(part, reasons);
}

// The checked rules of the catalogue that mutants of generated modules violate,
// and those that they do not, by area.
class MutantCoverage {
 public:
  MutantCoverage() {
    for (absl::string_view line : absl::StrSplit(ReadFile(kViolated), '\n')) {
      if (!line.empty()) violated_.emplace(line);
    }
  }

  void Add(const std::string& area, const std::string& id) {
    if (violated_.contains(std::string(FindRule(id)->id))) {
      ++counts_[area];
      ++count_;
    } else {
      others_[area].push_back(id);
    }
  }
  int count() const { return count_; }
  int count(const std::string& area) const {
    const auto it = counts_.find(area);
    return it == counts_.end() ? 0 : it->second;
  }
  std::string OthersPart() const {
    std::string part =
        "\n## Rules that no mutant violates\n\n"
        "`//testdata/generator:survey` changes one thing at a time in "
        "generated\n"
        "modules. No change violates these checked rules:\n\n"
        "| area | rules |\n|---|---|\n";
    for (const auto& [area, ids] : others_) {
      absl::StrAppend(&part, "| ", area, " | ", absl::StrJoin(ids, ", "),
                      " |\n");
    }
    return part;
  }

 private:
  std::set<std::string> violated_;
  std::map<std::string, int> counts_;
  std::map<std::string, std::vector<std::string>> others_;
  int count_ = 0;
};

std::string Page(const std::map<std::string, std::vector<Row>>& areas) {
  const RuleCoverage state_of;
  MutantCoverage mutants;
  Counts all;
  std::map<std::string, Counts> by_area;
  std::map<std::string, Counts, BySection> by_section;
  for (const auto& [area, rows] : areas) {
    for (const Row& row : rows) {
      const std::string state = state_of(row.id);
      all.Add(state);
      by_area[area].Add(state);
      by_section[row.section].Add(state);
      if (state == "done") mutants.Add(area, row.id);
    }
  }
  std::map<std::string, std::string> titles;
  for (const auto& row : ReadTable(kSections)) titles[row.at(0)] = row.at(1);

  constexpr absl::string_view kHead =
      " | rules | checked | disputed | pending |\n|---|---:|---:|---:|---:|\n";
  std::string page = absl::StrCat(
      "# Coverage of the specification\n\n"
      "The rules of SPIR-V 1.6, revision 6, its extended instruction sets and\n"
      "the registered extensions that can be checked from the module alone.\n"
      "Requirements of the grammar (capabilities, extensions, versions) are\n"
      "all checked, and not counted. `//validate:coverage_test` generates "
      "this\n"
      "page from `testdata/catalogue`, which lists the rules;\n"
      "`testdata/disputed.md` explains why some are not checked. The last "
      "column of\n"
      "the first table counts the checked rules that mutants of generated "
      "modules\n"
      "violate ([testdata/generator](../../testdata/generator/README.md)).\n\n"
      "| area | rules | checked | disputed | pending | violated by mutants |\n"
      "|---|---:|---:|---:|---:|---:|\n");
  const auto add_area = [&page](std::string line, int violated) {
    line.pop_back();
    absl::StrAppend(&page, line, " ", violated, " |\n");
  };
  for (const auto& [area, counts] : by_area) {
    add_area(counts.Line(area), mutants.count(area));
  }
  add_area(all.Line("all"), mutants.count());
  absl::StrAppend(&page, "\n| section or document", kHead);
  for (const auto& [section, counts] : by_section) {
    const auto title = titles.find(section);
    absl::StrAppend(
        &page, counts.Line(title == titles.end()
                               ? section
                               : absl::StrCat(section, " ", title->second)));
  }
  return absl::StrCat(page, VulkanPart(), EnvironmentPart(),
                      mutants.OthersPart());
}

TEST(CoverageTest, PageMatchesTheList) {
  const std::string page = Page(ReadCatalogue());
  if (std::getenv("PLUMB_REWRITE") != nullptr) {
    Write(kPage, page);
    GTEST_SKIP() << "rewritten";
  }
  EXPECT_TRUE(page == ReadFile(kPage)) << "rewrite it, as said above";
}

// --- README.md ---

constexpr char kBegin[] = "<!-- checked -->\n";
constexpr char kEnd[] = "<!-- end of checked -->";

// A paragraph in lines of at most 80 bytes.
std::string Wrapped(absl::string_view text) {
  constexpr size_t kWidth = 80;
  std::string out;
  size_t column = 0;
  for (absl::string_view word : absl::StrSplit(text, ' ')) {
    if (column > 0 && column + 1 + word.size() > kWidth) {
      out += '\n';
      column = 0;
    }
    absl::StrAppend(&out, column > 0 ? " " : "", word);
    column += word.size() + (column > 0 ? 1 : 0);
  }
  return absl::StrCat(out, "\n");
}

std::string Summary(const std::map<std::string, std::vector<Row>>& areas) {
  const RuleCoverage state_of;
  size_t all = 0;
  size_t checked = 0;
  size_t disputed = 0;
  for (const auto& [area, rows] : areas) {
    for (const Row& row : rows) {
      const std::string state = state_of(row.id);
      checked += state == "done";
      disputed += state == "disputed";
    }
    all += rows.size();
  }
  return Wrapped(absl::StrCat(
      "Plumb checks ", checked, " of the ", all,
      " rules of SPIR-V 1.6, its extended instruction sets and the registered "
      "extensions that can be checked from the module alone "
      "([coverage](docs/generated/coverage.md)); ",
      "[testdata/disputed.md](testdata/disputed.md) explains why ", disputed,
      " are not checked. Requirements of the grammar (capabilities, "
      "extensions, "
      "versions) are all checked, and not counted."));
}

TEST(CoverageTest, ReadmeListsCheckedRules) {
  const std::string readme = ReadFile(kReadme);
  const size_t begin = readme.find(kBegin);
  const size_t end = readme.find(kEnd);
  ASSERT_TRUE(begin != std::string::npos && end != std::string::npos);
  const std::string expected =
      absl::StrCat(readme.substr(0, begin), kBegin, Summary(ReadCatalogue()),
                   readme.substr(end));
  if (std::getenv("PLUMB_REWRITE") != nullptr) {
    Write(kReadme, expected);
    GTEST_SKIP() << "rewritten";
  }
  EXPECT_TRUE(readme == expected) << "rewrite it, as said above";
}

// --- The catalogue that the list was drawn from ---

// Its ids, with what kind of rule each is.
std::map<std::string, std::string> ReadSharedCatalogue(const fs::path& folder) {
  std::map<std::string, std::string> ids;
  for (const auto& entry : fs::directory_iterator(folder)) {
    // The lists of retired ids and of Vulkan's ids have other fields.
    if (entry.path().extension() != ".jsonl" ||
        !absl::StartsWith(entry.path().filename().string(), "0")) {
      continue;
    }
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      const auto row = nlohmann::json::parse(line);
      ids[row.at("id")] = row.at("check");
    }
  }
  return ids;
}

// Vulkan's VUIDs of a kind, in order.
std::vector<std::string> ReadSharedVuids(const fs::path& folder,
                                         absl::string_view kind) {
  std::vector<std::string> vuids;
  std::ifstream in(folder / "vulkan-vuids.jsonl");
  for (std::string line; std::getline(in, line);) {
    const auto row = nlohmann::json::parse(line);
    if (row.at("kind").get<std::string>() == kind) {
      vuids.push_back(row.at("vuid"));
    }
  }
  return vuids;
}

// What two spellings of an id have in common.
std::string Folded(absl::string_view id) {
  return absl::StrReplaceAll(id, {{"-", ""}, {".", ""}});
}

class SharedCatalogueTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = SharedFolder("catalogue", kDisputed);
    if (folder_.empty()) {
      GTEST_SKIP() << "there is no catalogue to compare with";
    }
    shared_ = ReadSharedCatalogue(folder_);
    ASSERT_GT(shared_.size(), 1000u) << folder_;
  }
  fs::path folder_;
  std::map<std::string, std::string> shared_;
};

TEST_F(SharedCatalogueTest, TheListHasItsStaticRules) {
  std::set<std::string> listed;
  for (const auto& [area, rows] : ReadCatalogue()) {
    for (const Row& row : rows) listed.insert(row.id);
  }
  for (const auto& [id, check] : shared_) {
    EXPECT_EQ(listed.contains(id), check == "static") << id;
    listed.erase(id);
  }
  EXPECT_TRUE(listed.empty()) << absl::StrJoin(listed, " ");
}

TEST_F(SharedCatalogueTest, TheListsHaveItsVuids) {
  for (absl::string_view kind : kVuidKinds) {
    if (kind == kPipelineKind) continue;
    const std::vector<VuidRow> rows = ReadVuids(kind);
    if (rows.empty()) continue;
    std::vector<std::string> listed;
    listed.reserve(rows.size());
    for (const VuidRow& row : rows) listed.push_back(row.vuid);
    const std::vector<std::string> vuids = ReadSharedVuids(folder_, kind);
    ASSERT_FALSE(vuids.empty()) << kind;
    EXPECT_THAT(listed, testing::UnorderedElementsAreArray(vuids)) << kind;
  }
}

TEST_F(SharedCatalogueTest, IdsAreSpelledAsThere) {
  std::map<std::string, std::string> spelling;
  for (const auto& [id, check] : shared_) spelling[Folded(id)] = id;
  for (const std::string& id : RegisteredIds()) {
    const auto it = spelling.find(Folded(id));
    if (it != spelling.end()) {
      EXPECT_EQ(id, it->second);
    }
  }
}

}  // namespace
}  // namespace plumb
