// Chromium with the built pages, served from localhost or opened as files.

import assert from "node:assert/strict";
import { createReadStream, existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** Serves the pages below a folder, as a site of a project would. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = join(DIST, normalize(pathname.replace(/^\/plumb\//, "/")).replace(/\/$/, "/index.html"));
    const found = await stat(path).catch(() => null);
    if (!pathname.startsWith("/plumb/") || !found?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
    createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/plumb/`,
    close: () => server.close(),
  };
}

export const fileAddress = `${pathToFileURL(DIST)}/`;
export const hasRules = existsSync(join(DIST, "rules/index.html"));

export function launch() {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A page whose errors, and requests to elsewhere, fail the test that closes it. */
export class TestedPage {
  #context;
  #problems = [];

  static async open(browser, address, options = {}) {
    const tested = new TestedPage();
    tested.#context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      permissions: address.startsWith("file:") ? [] : ["clipboard-read", "clipboard-write"],
      ...options,
    });
    const page = await tested.#context.newPage();
    tested.page = page;
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) tested.#problems.push(message.text());
    });
    page.on("pageerror", (error) => tested.#problems.push(String(error)));
    page.on("request", (request) => {
      const url = request.url();
      const isOwn = /^(data|blob|file):/.test(url) || url.startsWith(new URL(address).origin);
      if (!isOwn) tested.#problems.push(`request to ${url}`);
    });
    await page.goto(address);
    return tested;
  }

  /** Waits until the status line reads like this. */
  async status(expected) {
    await this.page.waitForFunction(
      (source) => new RegExp(source).test(document.getElementById("status").textContent),
      expected.source,
      { timeout: 60_000 },
    );
    return this.page.textContent("#status");
  }

  /** Replaces the text of the editor as a paste does. */
  async setText(text) {
    await this.page.click(".cm-content");
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.insertText(text);
  }

  text() {
    return this.page.evaluate(() => document.querySelector(".cm-content").cmTile?.view.state.doc.toString() ??
      [...document.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"));
  }

  tab(name) {
    return this.page.getByRole("tab", { name: new RegExp(`^${name}`) });
  }

  /** Drops a file on the page. */
  async drop(name, bytes) {
    await this.page.evaluate(
      ([fileName, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], fileName));
        document.body.dispatchEvent(
          new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }),
        );
      },
      [name, Buffer.from(bytes).toString("base64")],
    );
  }

  async close() {
    await this.#context.close();
    assert.deepEqual(this.#problems, []);
  }
}
