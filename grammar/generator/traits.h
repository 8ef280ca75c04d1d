// The traits of opcodes: from names and classes, which follow conventions, and
// from the overlay, which has the exceptions.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_TRAITS_H_
#define PLUMB_GRAMMAR_GENERATOR_TRAITS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "grammar/generator/model.h"
#include "grammar/generator/report.h"

namespace plumb::grammar::generator {

struct File;

// Sets the traits of each core instruction of `model`.  `file` is
// overlay/op_facts.json: by trait, the opcodes that have it ("also") or do not
// have it ("not") against the convention.
void AddTraits(const File& file, Model* model, Report* report);

// grammar/op_trait_bits.h: the enumeration and a word of bits per opcode.
std::string WriteTraits(const Model& model);

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_TRAITS_H_
