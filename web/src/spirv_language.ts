// Highlighting of SPIR-V assembly.

import { LanguageSupport, StreamLanguage, type StreamParser } from "@codemirror/language";

// What a word is depends only on its form, so a line needs no state.
const parser: StreamParser<null> = {
  name: "spirv",
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^;.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^%[\w.]+/)) return "variableName";
    if (stream.match(/^Op[A-Z]\w*/)) return "keyword";
    if (stream.match(/^!0x[\da-fA-F]+|^![\d]+/)) return "meta";
    if (stream.match(/^-?(?:0x[\da-fA-F.]+(?:p[+-]?\d+)?|\d[\d.]*(?:e[+-]?\d+)?)\b/)) return "number";
    if (stream.match(/^[A-Za-z_]\w*/)) return "atom";
    stream.next();
    return "operator";
  },
  languageData: { commentTokens: { line: ";" }, wordChars: "%." },
};

export function spirv(): LanguageSupport {
  return new LanguageSupport(StreamLanguage.define(parser));
}
