// Highlighting of SPIR-V assembly.

import { LanguageSupport, StreamLanguage, type StreamParser } from "@codemirror/language";

interface State {
  inString: boolean; // strings go over lines
}

const parser: StreamParser<State> = {
  name: "spirv",
  startState: () => ({ inString: false }),
  token(stream, state) {
    if (state.inString || stream.peek() === '"') {
      if (!state.inString) stream.next();
      stream.match(/^(?:[^"\\]|\\.)*\\?/);
      state.inString = !stream.eat('"');
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^;.*/)) return "comment";
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
