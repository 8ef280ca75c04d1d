import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

const FILES = ["plumb.wasm", "explanations.txt"];

// Browsers do not load modules or WebAssembly from files, but these pages work from any
// folder, also without a server: scripts are classic ones, addresses are relative, and
// plumb.wasm.js has the same bytes as plumb.wasm.
const pagesOfFiles = {
  name: "pages-of-files",
  enforce: "post",
  transformIndexHtml: (html) =>
    html.replaceAll('<script type="module" crossorigin', "<script defer"),
  generateBundle() {
    for (const name of FILES) {
      const bytes = readFileSync(new URL(`../bindings/npm/${name}`, import.meta.url));
      this.emitFile({
        type: "asset",
        fileName: `${name}.js`,
        source: `globalThis.PLUMB_FILE = "${bytes.toString("base64")}";\n`,
      });
    }
  },
};

export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 1000, // kB: the editor is one script
    rollupOptions: { output: { format: "iife" } },
  },
  worker: { format: "iife" },
  plugins: [pagesOfFiles],
  server: { fs: { allow: [".."] } },
});
