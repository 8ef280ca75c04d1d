// Links that hold a module: its text, compressed, in the fragment, which browsers do not
// send to servers.

export interface Shared {
  text: string;
  environment: string;
}

const PREFIX = "#m1-";

async function pipe(bytes: Uint8Array, through: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  }
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

export async function toFragment(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  return PREFIX + toBase64Url(await pipe(bytes, new CompressionStream("deflate-raw")));
}

// A short link can hold a text that is much longer.
const MAX_TEXT = 64 << 20;

async function inflate(bytes: Uint8Array): Promise<string> {
  const stream = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > MAX_TEXT) throw new Error("the text of the link is too long");
  }
}

/** Null if the fragment holds no module; an error if it is damaged. */
export async function fromFragment(fragment: string): Promise<Shared | null> {
  if (!fragment.startsWith(PREFIX)) return null;
  try {
    const shared = JSON.parse(await inflate(fromBase64Url(fragment.slice(PREFIX.length))));
    if (typeof shared.text !== "string" || typeof shared.environment !== "string") {
      throw new Error("it holds no module");
    }
    return { text: shared.text, environment: shared.environment };
  } catch (error) {
    throw new Error(`The link is damaged: ${(error as Error).message}`);
  }
}

export interface RuleExample {
  rule: string;
  module: "invalid" | "valid";
}

/** Of "#rule=ID&module=valid", as the rule reference links to. */
export function exampleOfRule(fragment: string): RuleExample | null {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
  const rule = parameters.get("rule");
  if (!rule) return null;
  return { rule, module: parameters.get("module") === "valid" ? "valid" : "invalid" };
}
