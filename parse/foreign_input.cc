#include "parse/foreign_input.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace plumb {
namespace {

constexpr size_t kMaxBytes = 4096;  // examined at most

struct Format {
  absl::string_view mark, name;
};

// By the first bytes of a file.
constexpr Format kBySignature[] = {
    {"\x7f"
     "ELF",
     "an ELF file"},
    {"BC\xc0\xde", "LLVM bitcode"},
    {"DXBC", "a DXBC or DXIL container"},
    {absl::string_view("\0asm", 4), "a WebAssembly module"},
    {"PK\x03\x04", "a ZIP archive"},
    {"\x1f\x8b", "a file compressed by gzip"},
    {"\x28\xb5\x2f\xfd", "a file compressed by zstd"},
    {"\xfd"
     "7zXZ",
     "a file compressed by xz"},
    {"\x89PNG", "a PNG image"},
    {"%PDF", "a PDF document"},
    {"!<arch>", "an archive of object files"},
    {absl::string_view("MZ\x90\0", 4), "a Windows executable"},
};

// By the start of a line.
constexpr Format kByLine[] = {
    {"#version", "GLSL source"},
    {"void main(", "GLSL source"},
    {"layout(", "GLSL source"},
    {"cbuffer ", "HLSL source"},
    {"[numthreads(", "HLSL source"},
    {"[shader(", "HLSL source"},
    {"float4 ", "HLSL source"},
    {"@vertex", "WGSL source"},
    {"@fragment", "WGSL source"},
    {"@compute", "WGSL source"},
    {"fn ", "WGSL source"},
    {"__kernel ", "OpenCL C source"},
    {"kernel void ", "OpenCL C source"},
    {"#include", "C, C++ or Metal source"},
    {"using namespace", "C++ or Metal source"},
    {"source_filename", "LLVM IR"},
    {"target triple", "LLVM IR"},
    {"define ", "LLVM IR"},
    {"spirv.module", "the SPIR-V dialect of MLIR"},
    {"module {", "MLIR"},
    {"<!DOCTYPE", "an HTML document"},
    {"<?xml", "an XML document"},
    {"{", "JSON"},
};

bool IsUtf16(absl::string_view bytes) {
  if (absl::StartsWith(bytes, "\xff\xfe") ||
      absl::StartsWith(bytes, "\xfe\xff")) {
    return true;
  }
  // ASCII letters have a zero byte next to them.
  constexpr size_t kMinCount = 16;
  if (bytes.size() < kMinCount) return false;
  for (const size_t zero : {0, 1}) {
    bool alternates = true;
    for (size_t i = 0; i < kMinCount; ++i) {
      alternates &= (bytes[i] == 0) == (i % 2 == zero);
    }
    if (alternates) return true;
  }
  return false;
}

// A list of words or bytes that is not that of a module.
bool IsHex(absl::string_view bytes) {
  constexpr size_t kMinCount = 4;  // items
  size_t count = 0;
  for (absl::string_view item :
       absl::StrSplit(bytes, absl::ByAnyChar(" \t\r\n,"), absl::SkipEmpty())) {
    if (!absl::ConsumePrefix(&item, "0x")) absl::ConsumePrefix(&item, "0X");
    const bool is_hex =
        !item.empty() && item.size() <= 8 && absl::c_all_of(item, [](char c) {
          return absl::ascii_isxdigit(static_cast<unsigned char>(c));
        });
    if (!is_hex) return false;
    if (++count == kMinCount) return true;
  }
  return false;
}

}  // namespace

bool LooksLikeBinary(absl::string_view bytes) {
  return absl::StrContains(bytes.substr(0, kMaxBytes), '\0');
}

absl::string_view ForeignFormat(absl::string_view bytes) {
  bytes = bytes.substr(0, kMaxBytes);
  for (const Format& format : kBySignature) {
    if (absl::StartsWith(bytes, format.mark)) return format.name;
  }
  if (IsUtf16(bytes)) return "text in UTF-16";
  if (LooksLikeBinary(bytes)) return "";
  if (IsHex(bytes)) {
    return "hexadecimal text that does not begin with the magic number "
           "07230203";
  }
  for (absl::string_view line : absl::StrSplit(bytes, '\n')) {
    line = absl::StripLeadingAsciiWhitespace(line);
    for (const Format& format : kByLine) {
      if (absl::StartsWith(line, format.mark)) return format.name;
    }
  }
  return "";
}

}  // namespace plumb
