/// SPIR-V assembly: instructions are free-form, so one begins where a result or an
/// opcode is.
module.exports = grammar({
  name: "spirv",

  extras: ($) => [/\s/, $.comment],

  word: ($) => $.word,

  // An id after an instruction is its operand, or the result of the next one: "="
  // tells.
  conflicts: ($) => [[$.instruction]],

  rules: {
    source_file: ($) => repeat($.instruction),

    instruction: ($) =>
      seq(optional(seq($.result, "=")), $.opcode, repeat($._operand)),

    result: ($) => $.id,

    _operand: ($) =>
      choice($.id, $.number, $.string, $.immediate, $.enumerant, $.mask),

    id: () => token(/%[A-Za-z0-9_]+/),
    // "Op" and a capital: no enumerant looks like that.
    opcode: () => token(prec(2, /Op[A-Z][A-Za-z0-9]*/)),
    word: () => /[A-Za-z][A-Za-z0-9_]*/,
    enumerant: ($) => $.word,
    mask: ($) => seq($.enumerant, repeat1(seq(token.immediate("|"), $.enumerant))),
    number: () =>
      token(/[-+]?(0x[0-9A-Fa-f]+(\.[0-9A-Fa-f]*)?(p[-+]?\d+)?|\d+(\.\d*)?(e[-+]?\d+)?)/),
    immediate: () => token(/![-+]?(0x[0-9A-Fa-f]+|\d+)/),
    string: ($) => seq('"', repeat(choice(token.immediate(/[^"\\]+/), $.escape)), '"'),
    escape: () => token.immediate(/\\(.|\n)/),

    comment: () => token(seq(";", /[^\n]*/)),
  },
});
