// The text of module_interface.h.
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "api/interface/module_interface.h"
#include "parse/printable_text.h"

namespace plumb {
namespace {

using nlohmann::ordered_json;

// A number, a string or a Boolean as it is; "?" for null, which is unknown.
std::string Plain(const ordered_json& value) {
  if (value.is_null()) return "?";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// Writes lines that are indented by their depth.
class Writer {
 public:
  void Write(const ordered_json& interface) {
    const std::string file = interface["file"];
    for (const ordered_json& entry : interface["entry_points"]) {
      Line(0, absl::StrCat(file, ": ", Plain(entry["stage"]), " entry point \"",
                           Plain(entry["entry_point"]), "\""));
      Entry(entry);
    }
    const ordered_json& constants = interface["specialization_constants"];
    if (!constants.empty()) {
      Line(0, absl::StrCat(file, ": specialization constants"));
      for (const ordered_json& c : constants) {
        Line(1, absl::StrCat("SpecId ", Plain(c["spec_id"]), "  ",
                             Plain(c["type"]), " ", Plain(c["id"]), " = ",
                             Plain(c["value"])));
      }
    }
    std::string capabilities = absl::StrCat(file, ": capabilities");
    for (const ordered_json& c : interface["capabilities"]) {
      absl::StrAppend(&capabilities, " ", Plain(c));
    }
    Line(0, capabilities);
  }

  std::string text;

 private:
  void Line(int depth, absl::string_view line) {
    for (int i = 0; i < depth; ++i) text.append("  ");
    AppendPrintable(line, &text);
    text.push_back('\n');
  }

  void Entry(const ordered_json& entry) {
    if (entry.contains("workgroup_size")) {
      const ordered_json& size = entry["workgroup_size"];
      Line(1, absl::StrCat("workgroup size ", Plain(size[0]), " x ",
                           Plain(size[1]), " x ", Plain(size[2])));
    }
    Objects("inputs", entry["inputs"]);
    Objects("outputs", entry["outputs"]);
    BuiltIns("built-in inputs", entry["built_in_inputs"]);
    BuiltIns("built-in outputs", entry["built_in_outputs"]);
    Resources(entry["resources"]);
    if (entry.contains("push_constants")) {
      Line(1, absl::StrCat("push constants ",
                           Plain(entry["push_constants"]["id"])));
      Block(2, entry["push_constants"]["block"]);
    }
  }

  // An array's with the number of its elements, if it is known.
  static std::string TypeOf(const ordered_json& object) {
    const bool has_length =
        object.contains("length") && !object["length"].is_null();
    return absl::StrCat(
        Plain(object["type"]),
        has_length ? absl::StrCat(" of ", Plain(object["length"])) : "");
  }

  static std::string NameOf(const ordered_json& object) {
    return object.contains("block") && object.contains("member")
               ? absl::StrCat("member ", Plain(object["member"]), " of ",
                              Plain(object["block"]))
               : Plain(object["id"]);
  }

  void Objects(absl::string_view title, const ordered_json& objects) {
    if (objects.empty()) return;
    Line(1, title);
    for (const ordered_json& object : objects) {
      std::string line = absl::StrCat("location ", Plain(object["location"]));
      if (object.contains("locations") && object["locations"] != 1) {
        absl::StrAppend(&line, " to ",
                        object["location"].get<uint64_t>() +
                            object["locations"].get<uint64_t>() - 1);
      }
      if (object["component"] != 0) {
        absl::StrAppend(&line, ", component ", Plain(object["component"]));
      }
      absl::StrAppend(&line, "  ", TypeOf(object), "  ", NameOf(object));
      if (object.contains("decorations")) {
        for (const ordered_json& d : object["decorations"]) {
          absl::StrAppend(&line, " ", Plain(d));
        }
      }
      Line(2, line);
    }
  }

  void BuiltIns(absl::string_view title, const ordered_json& objects) {
    if (objects.empty()) return;
    Line(1, title);
    for (const ordered_json& object : objects) {
      Line(2,
           absl::StrCat(Plain(object["built_in"]), "  ", Plain(object["type"]),
                        "  ", NameOf(object), "  ", Plain(object["access"])));
    }
  }

  void Resources(const ordered_json& resources) {
    if (resources.empty()) return;
    Line(1, "resources");
    for (const ordered_json& r : resources) {
      std::string line =
          absl::StrCat("set ", Plain(r["set"]), ", binding ",
                       Plain(r["binding"]), "  ", Plain(r["descriptor_type"]));
      if (r["count"].is_null()) {
        absl::StrAppend(&line, ", a run-time array");
      } else if (r["count"] != 1) {
        absl::StrAppend(&line, " x ", Plain(r["count"]));
      }
      Line(2, absl::StrCat(line, "  ", Plain(r["type"]), "  ", Plain(r["id"]),
                           "  ", Plain(r["access"])));
      if (r.contains("block")) Block(3, r["block"]);
    }
  }

  void Block(int depth, const ordered_json& block) {
    Line(depth, block["size"].is_null()
                    ? "ends with a run-time array"
                    : absl::StrCat(Plain(block["size"]), " bytes"));
    Members(depth, block["members"]);
    if (block.contains("is_cut")) Line(depth, "...");
  }

  // The depth of structures is bounded (block_layout.cc).
  void Members(int depth, const ordered_json& members) {
    for (const ordered_json& m : members) {
      std::string line = absl::StrCat(
          "offset ", m.contains("offset") ? Plain(m["offset"]) : "?", ", size ",
          m["size"].is_null() ? "of a run-time array" : Plain(m["size"]), "  ",
          TypeOf(m));
      if (m.contains("name")) absl::StrAppend(&line, "  ", Plain(m["name"]));
      if (m.contains("array_stride")) {
        absl::StrAppend(&line, "  array stride ", Plain(m["array_stride"]));
      }
      if (m.contains("matrix_stride")) {
        absl::StrAppend(&line, "  matrix stride ", Plain(m["matrix_stride"]),
                        m["row_major"] == true ? ", row major" : "");
      }
      if (m.contains("is_used") && m["is_used"] == false) {
        absl::StrAppend(&line, "  not used");
      }
      Line(depth, line);
      if (m.contains("members")) Members(depth + 1, m["members"]);
    }
  }
};

}  // namespace

std::string InterfaceText(const ordered_json& interface) {
  Writer writer;
  writer.Write(interface);
  return std::move(writer.text);
}

}  // namespace plumb
