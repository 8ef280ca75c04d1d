// Binaries and texts of the last input.
//
// Tested by output_test.cc.
#include <optional>
#include <string>
#include <utility>

#include "api/c/call.h"
#include "api/c/session.h"
#include "api/c/text_flags.h"
#include "api/text_fixer.h"

namespace plumb::c_api {
namespace {

// Calls `use` with the binary of the last input.
template <typename Use>
plumb_result WithBinary(plumb_session* session, plumb_byte_order order,
                        const Use& use) {
  if (order != PLUMB_LITTLE_ENDIAN && order != PLUMB_BIG_ENDIAN) {
    return Fail(PLUMB_E_RANGE, "the byte order is unknown");
  }
  if (session->verdict == Verdict::kMalformed) {
    return Fail(PLUMB_E_STATE, "the input is malformed");
  }
  return use(session->session->Binary(order == PLUMB_BIG_ENDIAN
                                          ? ByteOrder::kBigEndian
                                          : ByteOrder::kLittleEndian));
}

// Calls `use` with the text of the last input.
template <typename Use>
plumb_result WithText(plumb_session* session, uint32_t flags, const Use& use) {
  const std::optional<DisassemblerOptions> options = OptionsOfText(flags);
  if (!options.has_value()) {
    return Fail(PLUMB_E_ARGUMENT, "a flag of the text is unknown");
  }
  if (session->verdict == Verdict::kMalformed &&
      session->session->format() == InputFormat::kText) {
    return Fail(PLUMB_E_STATE, "the input is a malformed text");
  }
  return use(session->session->Text(*options));
}

}  // namespace

std::optional<DisassemblerOptions> OptionsOfText(uint32_t flags) {
  constexpr uint32_t kAll = 2 * PLUMB_TEXT_BAD_IDS_AS_WORDS - 1;
  if ((flags & ~kAll) != 0) return std::nullopt;
  const auto has = [flags](uint32_t flag) { return (flags & flag) != 0; };
  return DisassemblerOptions{
      .header = !has(PLUMB_TEXT_NO_HEADER),
      .indent = !has(PLUMB_TEXT_NO_INDENT),
      .friendly_names = !has(PLUMB_TEXT_RAW_IDS),
      .offsets = has(PLUMB_TEXT_OFFSETS),
      .comment = has(PLUMB_TEXT_COMMENTS),
      .color = has(PLUMB_TEXT_COLOR),
      .printable_strings = has(PLUMB_TEXT_PRINTABLE),
      .keep_line_ends = has(PLUMB_TEXT_KEEP_LINE_ENDS),
      .nested_indent = has(PLUMB_TEXT_NESTED_INDENT),
      .reorder_blocks = has(PLUMB_TEXT_REORDER_BLOCKS),
      .unknown_as_numbers = has(PLUMB_TEXT_UNKNOWN_AS_NUMBERS),
      .bad_ids_as_words = has(PLUMB_TEXT_BAD_IDS_AS_WORDS),
  };
}

extern "C" {

PLUMB_API plumb_result plumb_binary(plumb_session* session,
                                    plumb_byte_order order, plumb_string* out) {
  return WithInput(session, [&] {
    if (out == nullptr) return FailOfNullResult();
    return WithBinary(session, order, [&](std::string bytes) {
      *out = session->output.Set(std::move(bytes));
      return kOk;
    });
  });
}

PLUMB_API plumb_result plumb_write_binary(plumb_session* session,
                                          plumb_byte_order order,
                                          plumb_sink sink, void* context) {
  return WithInput(session, [&] {
    if (sink == nullptr) return FailOfNull("the sink is NULL");
    return WithBinary(session, order, [&](const std::string& bytes) {
      return WriteTo(sink, context, bytes);
    });
  });
}

PLUMB_API plumb_result plumb_text(plumb_session* session, uint32_t flags,
                                  plumb_string* out) {
  return WithInput(session, [&] {
    if (out == nullptr) return FailOfNullResult();
    return WithText(session, flags, [&](std::string text) {
      *out = session->output.Set(std::move(text));
      return kOk;
    });
  });
}

PLUMB_API plumb_result plumb_write_text(plumb_session* session, uint32_t flags,
                                        plumb_sink sink, void* context) {
  return WithInput(session, [&] {
    if (sink == nullptr) return FailOfNull("the sink is NULL");
    return WithText(session, flags, [&](const std::string& text) {
      return WriteTo(sink, context, text);
    });
  });
}

PLUMB_API plumb_result plumb_fixed_text(plumb_session* session, int unsafe,
                                        plumb_string* out, size_t* fix_count) {
  return WithInput(session, [&] {
    if (out == nullptr) return FailOfNullResult();
    if (session->session->format() != InputFormat::kText) {
      return Fail(PLUMB_E_STATE, "the input is not a text");
    }
    FixedText fixed = FixText(session->session->options(), session->input,
                              /*with_guesses=*/unsafe != 0);
    *out = session->output.Set(std::move(fixed.text));
    if (fix_count != nullptr) *fix_count = fixed.fix_count;
    return kOk;
  });
}

}  // extern "C"

}  // namespace plumb::c_api
