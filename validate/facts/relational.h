// The relational instructions (section 3.3.15), which several families check.
#ifndef PLUMB_VALIDATE_FACTS_RELATIONAL_H_
#define PLUMB_VALIDATE_FACTS_RELATIONAL_H_

#include "grammar/grammar.h"

namespace plumb {

inline constexpr grammar::Op kIntegerRelations[] = {
    grammar::Op::kIEqual,
    grammar::Op::kINotEqual,
    grammar::Op::kUGreaterThan,
    grammar::Op::kSGreaterThan,
    grammar::Op::kULessThan,
    grammar::Op::kSLessThan,
    grammar::Op::kUGreaterThanEqual,
    grammar::Op::kSGreaterThanEqual,
    grammar::Op::kULessThanEqual,
    grammar::Op::kSLessThanEqual,
};

inline constexpr grammar::Op kFloatRelations[] = {
    grammar::Op::kFOrdEqual,
    grammar::Op::kFUnordEqual,
    grammar::Op::kFOrdNotEqual,
    grammar::Op::kFUnordNotEqual,
    grammar::Op::kFOrdLessThan,
    grammar::Op::kFUnordLessThan,
    grammar::Op::kFOrdGreaterThan,
    grammar::Op::kFUnordGreaterThan,
    grammar::Op::kFOrdLessThanEqual,
    grammar::Op::kFUnordLessThanEqual,
    grammar::Op::kFOrdGreaterThanEqual,
    grammar::Op::kFUnordGreaterThanEqual,
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_RELATIONAL_H_
