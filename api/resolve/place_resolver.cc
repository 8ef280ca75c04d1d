#include "api/resolve/place_resolver.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace plumb {
namespace {

// The operand that has this word of the instruction, or kWhole.
OperandIndex OperandAtWord(const Inst& inst, uint32_t word) {
  OperandIndex operand = Place::kWhole;
  for (uint32_t i = 0; i < inst.operand_count(); ++i) {
    if (inst.operands()[i].word <= word) operand = i;
  }
  return operand;
}

// The instruction of a binary that has a word; kNoInst if none has.
InstIndex InstAtWord(const Module& module, uint32_t word) {
  const InstIndex index = module.InstAtOrigin(word);
  if (index == kNoInst) return kNoInst;
  const uint32_t end =
      module.record(index).first_word + module.word_count(index);
  return word < end ? index : kNoInst;
}

}  // namespace

ResolvedPlace PlaceResolver::Resolve(const Place& place, bool is_note,
                                     InstIndex* inst) {
  ResolvedPlace resolved;
  if (place.kind == Place::Kind::kInput) {
    resolved = ResolveInInput(place);
  } else if (place.kind == Place::Kind::kInstruction && place.inst != kNoInst &&
             place.inst.value < module_.size()) {
    const OperandIndex operand = OperandOf(place, is_note);
    resolved =
        is_text_
            ? ResolveInText(place.inst, operand,
                            TokenOfOperand(module_.text(),
                                           module_.origin(place.inst), operand))
            : InBinary(place.inst, operand);
  }
  *inst = resolved.instruction.has_value() ? InstIndex(*resolved.instruction)
                                           : kNoInst;
  return resolved;
}

ResolvedPlace PlaceResolver::ResolveInInput(const Place& place) {
  if (!is_text_) return ResolveInWords(place.begin, place.end);
  return ResolveInText(kNoInst, Place::kWhole, {place.begin, place.end});
}

OperandIndex PlaceResolver::OperandOf(const Place& place, bool is_note) const {
  if (place.operand != Place::kWhole || !is_note) return place.operand;
  const grammar::OpInfo& info = module_.inst(place.inst).info();
  return info.has_result ? OperandIndex(info.has_result_type) : Place::kWhole;
}

ResolvedRange<uint32_t> PlaceResolver::WordsOf(InstIndex inst,
                                               OperandIndex operand) const {
  const uint32_t first = module_.record(inst).first_word;
  const uint32_t end = first + module_.word_count(inst);
  const absl::Span<const Operand> operands = module_.operands(inst);
  const size_t number = operand;
  if (number >= operands.size()) return {first, end};
  return {first + operands[number].word, number + 1 < operands.size()
                                             ? first + operands[number + 1].word
                                             : end};
}

ResolvedPlace PlaceResolver::ResolveInText(InstIndex inst, OperandIndex operand,
                                           TextRange range) {
  ResolvedPlace result;
  if (inst != kNoInst) {
    result.instruction = inst.value;
    result.instruction_word = module_.record(inst).first_word;
    result.words = WordsOf(inst, operand);
  }
  const LineAndColumn begin = lines_.At(range.begin);
  result.text = {begin, lines_.At(range.end)};
  result.offsets = {range.begin, range.end};
  const size_t first = begin.column - 1;
  result.excerpt = MakeExcerpt(lines_.Line(begin.line), first,
                               first + (range.end - range.begin));
  return result;
}

ResolvedPlace PlaceResolver::InBinary(InstIndex index, OperandIndex operand) {
  const Inst inst = module_.inst(index);
  ResolvedPlace result;
  result.instruction = index.value;
  result.instruction_word = module_.record(index).first_word;
  result.words = WordsOf(index, operand);
  std::vector<TextRange> ranges;
  std::string line;
  ids_->disassembler().AppendInstruction(index, &line, &ranges);
  TextRange range;
  if (operand < ranges.size()) {
    range = ranges[operand];
  } else {
    const size_t begin = inst.info().has_result ? line.find(" = ") + 3 : 0;
    const size_t size = grammar::Text(inst.info().name).size();
    range = {static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + size)};
  }
  result.excerpt = MakeExcerpt(line, range.begin, range.end);
  return result;
}

ResolvedPlace PlaceResolver::ResolveInWords(uint32_t begin, uint32_t end) {
  constexpr uint32_t kMaxWords = 8;  // on a line
  const absl::Span<const uint32_t> words = module_.words();
  const InstIndex inst = InstAtWord(module_, begin);
  if (inst != kNoInst) {
    const uint32_t word = begin - module_.record(inst).first_word;
    ResolvedPlace result =
        InBinary(inst, word == 0 ? Place::kWhole
                                 : OperandAtWord(module_.inst(inst), word));
    result.words = {begin, end};
    return result;
  }
  ResolvedPlace result;
  result.words = {begin, end};
  std::string line;
  const size_t last =
      std::min<size_t>({size_t{end}, words.size(), size_t{begin} + kMaxWords});
  for (size_t i = begin; i < last; ++i) {
    absl::StrAppend(&line, line.empty() ? "" : " ", "0x",
                    absl::Hex(words[i], absl::kZeroPad8));
  }
  if (line.empty()) return result;
  result.excerpt = MakeExcerpt(line, 0, line.size());
  if (last < end && last < words.size()) result.excerpt.source.append(" ...");
  return result;
}

}  // namespace plumb
