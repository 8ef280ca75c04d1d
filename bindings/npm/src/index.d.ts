/** SPIR-V assembly or hexadecimal text, or the bytes of a binary. */
export type Input = string | ArrayBuffer | ArrayBufferView;

export type Verdict = "valid" | "invalid" | "malformed";

/**
 * The options of the command line, without dashes: `{ "target-env": "vulkan1.3",
 * pedantic: true, off: ["limit.*"] }`.  `device` is a Vulkan profile as JSON.
 */
export interface Options {
  /** The name of the input in diagnostics. */
  file?: string;
  [option: string]: unknown;
}

/** Lines and columns count from 1, columns in bytes of UTF-8; ends are excluded. */
export interface Place {
  line?: number;
  column?: number;
  end_line?: number;
  end_column?: number;
  /** Words of the binary from 0. */
  word?: number;
  end_word?: number;
  /** From 1. */
  instruction?: number;
  /** In bytes of the binary. */
  offset?: number;
}

export interface Note extends Place {
  message: string;
}

export interface Edit {
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  replacement: string;
}

/** As docs/user/json.md describes it. */
export interface Diagnostic extends Place {
  rule: string;
  severity: "error" | "warning" | "pedantic";
  message: string;
  file: string;
  section?: string;
  vuid?: string;
  function?: string;
  function_name?: string;
  block?: string;
  notes: Note[];
  fix?: { safe: boolean; edits: Edit[] };
}

export interface Report {
  verdict: Verdict;
  /** That the input was validated for. */
  environment: string;
  errors: number;
  warnings: number;
  diagnostics: Diagnostic[];
}

export interface About {
  version: string;
  grammar: string;
  environments: { name: string; description: string }[];
}

export interface Rule {
  id: string;
  area: string;
  section: string;
  requirement: string;
  vuid: string;
  link: string;
}

/** How a module is disassembled; all are off by default. */
export interface TextStyle {
  noHeader?: boolean;
  noIndent?: boolean;
  rawIds?: boolean;
  offsets?: boolean;
  comments?: boolean;
  color?: boolean;
  printable?: boolean;
  keepLineEnds?: boolean;
  nestedIndent?: boolean;
  reorderBlocks?: boolean;
  unknownAsNumbers?: boolean;
  badIdsAsWords?: boolean;
}

/** `code` is a plumb_result of plumb.h: -8 for a name that does not exist. */
export class PlumbError extends Error {
  readonly code: number;
}

type Source = BufferSource | Response;

/**
 * Compiles plumb.wasm.  Without `source`, it and explanations.txt are the files of this
 * package; in a bundle, pass bytes, a response or a compiled module, and for
 * `explanations` what `setExplanations` takes, or nothing.
 */
export function load(
  source?: WebAssembly.Module | Source | Promise<Source>,
  explanations?: Source | Promise<Source>,
): Promise<Plumb>;

/** An instance: for one thread, and one call at a time. */
export class Plumb {
  constructor(module: WebAssembly.Module);

  about(): About;
  /**
   * Takes the content of explanations.txt.  Before, `explain` knows no requirements,
   * reasons or example modules, and `rules` no requirements.
   */
  setExplanations(content: BufferSource): void;
  rules(): Rule[];
  /** By id, alias, VUID or the last digits of a VUID. */
  explain(rule: string): { text: string; [member: string]: unknown };

  validate(input: Input, options?: Options): Report;
  /** `binary` is null unless the input is valid. */
  assemble(
    input: Input,
    options?: Options & { validate?: boolean },
  ): Report & { binary: Uint8Array | null };
  /** `text` is null for a malformed text. */
  disassemble(
    input: Input,
    options?: Options & { style?: TextStyle },
  ): Report & { text: string | null };
  /** The version, capabilities and extensions; null unless the input is valid. */
  needs(input: Input, options?: Options): Report & { needs: unknown };
  /** What entry points take and give (docs/user/json.md); null unless valid. */
  interface(input: Input, options?: Options): Report & { interface: unknown };
  /**
   * Validates modules as the stages of one Vulkan pipeline.  `description` is that of
   * docs/user/pipelines.md; the result has one that is complete if the pipeline is valid.
   */
  validatePipeline(
    modules: { file: string; input: Input; entryPoint?: string }[],
    options?: Omit<Options, "file"> & { description?: object },
  ): Omit<Report, "environment"> & { description: object | null };
  /** Applies fixes that can only be what was meant; with `unsafe`, similar names too. */
  fix(
    input: string,
    options?: Options & { unsafe?: boolean },
  ): Report & { text: string; fixes: number };
  controlFlow(
    input: Input,
    options?: Options & { format?: "html" | "dot" },
  ): Report & { drawing: string };
  /** The first word of each instruction and, of a text, the offset of its line. */
  instructions(
    input: Input,
    options?: Options,
  ): Report & { binary: Uint8Array; words: number[]; offsets: number[] };

  /**
   * Sets the options of the language server, as a plumb.json would; documents are
   * validated with them after a `workspace/didChangeConfiguration`.
   */
  configureServer(options?: Omit<Options, "file">): void;
  /** Passes a message of LSP 3.17 to the language server; returns its messages. */
  serve(message: object | string): object[];

  /** Forgets inputs and documents, and frees their memory. */
  reset(): void;
}
