import { defineConfig } from "vite";

// Relative addresses: the pages work from any folder.
export default defineConfig({
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0 },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
});
