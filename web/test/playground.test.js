import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";

import { load } from "../../bindings/npm/src/index.js";
import { fileAddress, hasRules, launch, serve, TestedPage } from "./browser.js";

const VALID = `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%fn = OpTypeFunction %void
%main = OpFunction %void None %fn
%entry = OpLabel
OpReturn
OpFunctionEnd
`;
const LOOP = VALID.replace(
  "OpReturn\n",
  `OpBranch %header
%header = OpLabel
OpLoopMerge %exit %continue None
OpBranch %body
%body = OpLabel
OpBranch %exit
%continue = OpLabel
OpBranch %header
%exit = OpLabel
OpReturn
`,
);

let browser;
let server;
let plumb;

before(async () => {
  plumb = await load();
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Runs `use` with an open playground; its console must stay empty. */
async function withPage(use, { path = "", address = server.address, ...options } = {}) {
  const tested = await TestedPage.open(browser, address + path, options);
  try {
    // The first module is there.
    if (!path.startsWith("rules/")) await tested.status(/^(?!Loading|Validating|$)/);
    await use(tested, tested.page);
  } catch (error) {
    await tested.close().catch((problems) => console.error(problems.message));
    throw error;
  }
  await tested.close();
}

/** The whole one, with reason and example modules. */
function waitForExplanation(page, rule) {
  return page.waitForFunction(
    (text) => document.querySelector(".explanation").textContent === text,
    plumb.explain(rule).text,
  );
}

test("opens with a valid example, and offers others", () =>
  withPage(async (tested, page) => {
    assert.equal(await page.textContent("#status"), "Valid");
    assert.match(await page.textContent("#about"), /^Plumb \d/);
    const names = await page.locator("#example option").allTextContents();
    for (const name of names) {
      await page.selectOption("#example", { label: name });
      const expected = name.startsWith("Broken") ? /^5 errors/ : /^Valid$/;
      await tested.status(expected);
    }
  }));

test("a mistake is shown as one types, and its fix makes the module valid", () =>
  withPage(async (tested, page) => {
    await tested.status(/^Valid(?:,|$)/);
    await tested.setText(VALID.replace("OpTypeVoid", "OpTypeViod"));
    await tested.status(/^1 error/);
    await page.waitForSelector(".cm-lintRange-error");
    await page.waitForSelector(".cm-lint-marker-error");
    const problem = page.locator("#panel-0 section");
    assert.match(await problem.textContent(), /asm\.opcode\.unknown/);
    await problem.locator("button.fix:not([hidden])").first().click();
    await tested.status(/^Valid(?:,|$)/);
    assert.equal(await tested.text(), VALID);
  }));

test("a problem leads to its place, and its rule is explained", () =>
  withPage(async (tested, page) => {
    await tested.setText(VALID.replace("OpMemoryModel Logical GLSL450\n", ""));
    await tested.status(/^1 error/);
    await page.click("#panel-0 .place");
    assert.ok(await page.evaluate(() => document.activeElement.closest(".cm-editor") !== null));
    const explain = page.getByRole("button", { name: /^Explain / });
    const rule = (await explain.getAttribute("aria-label")).replace("Explain ", "");
    await explain.click();
    await waitForExplanation(page, rule);
  }));

test("hovering explains an instruction", () =>
  withPage(async (tested, page) => {
    await tested.setText(VALID);
    await tested.status(/^Valid(?:,|$)/);
    await page.getByText("OpTypeFunction").first().hover();
    await page.waitForSelector(".cm-tooltip-hover .markdown");
    assert.match(await page.textContent(".cm-tooltip-hover"), /OpTypeFunction/);
  }));

test("opcodes are completed", () =>
  withPage(async (tested, page) => {
    await tested.setText("OpCap");
    await page.keyboard.press("Control+Space");
    await page.getByRole("option", { name: /^OpCapability/ }).waitFor();
  }));

test("a binary is dropped", () =>
  withPage(async (tested) => {
    await tested.status(/^Valid(?:,|$)/);
    const { binary } = plumb.assemble(LOOP);
    await tested.drop("loop.spv", binary);
    await tested.status(/^Valid(?:,|$)/);
    await tested.page.waitForFunction(() =>
      document.querySelector(".cm-content").textContent.includes("OpLoopMerge"));
  }));

test("hexadecimal text is dropped", () =>
  withPage(async (tested) => {
    const { binary } = plumb.assemble(LOOP);
    const words = new Uint32Array(binary.buffer, binary.byteOffset, binary.length / 4);
    await tested.drop("loop.txt", [...words].map((w) => `0x${w.toString(16)}`).join(", "));
    await tested.page.waitForFunction(() =>
      document.querySelector(".cm-content").textContent.includes("OpLoopMerge"));
    await tested.status(/^Valid(?:,|$)/);
  }));

test("garbage gets a message", () =>
  withPage(async (tested) => {
    await tested.status(/^Valid(?:,|$)/);
    await tested.drop("noise.spv", Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) >> 3));
    await tested.status(/error/);
    await tested.drop("damaged.spv", plumb.assemble(VALID).binary.subarray(0, 23));
    await tested.page.waitForSelector("#notice:not([hidden])");
    await tested.setText(VALID);
    await tested.status(/^Valid(?:,|$)/);
  }));

test("a link holds the module", () =>
  withPage(async (tested, page) => {
    await tested.setText(LOOP);
    await page.selectOption("#environment", "vulkan1.1");
    await tested.status(/^Valid(?:,|$)/);
    await page.click("#share");
    await page.getByText(/The link is in/).waitFor();
    const link = page.url();
    assert.match(link, /#m1-/);
    await withPage(
      async (other) => {
        await other.status(/^Valid(?:,|$)/);
        assert.equal(await other.text(), LOOP);
        assert.equal(await other.page.inputValue("#environment"), "vulkan1.1");
      },
      { path: new URL(link).hash },
    );
  }));

test("a damaged link gets a message", () =>
  withPage(
    async (tested, page) => {
      assert.match(await page.textContent("#notice"), /link is damaged/);
      await tested.status(/^Valid(?:,|$)/);
      await page.click("#notice button");
      assert.ok(await page.isHidden("#notice"));
    },
    { path: "#m1-AAAA" },
  ));

test("control flow is drawn, with errors in their blocks; a click leads to the line", () =>
  withPage(async (tested, page) => {
    const wrong = LOOP.replace("%body = OpLabel\nOpBranch %exit", "%body = OpLabel\nOpBranch %nowhere");
    await tested.setText(LOOP);
    await tested.status(/^Valid(?:,|$)/);
    await tested.tab("Control flow").click();
    await page.locator(".picture .block").first().waitFor();
    assert.equal(await page.locator(".picture .block.wrong").count(), 0);
    await page.locator(".picture .block text.line", { hasText: "OpLoopMerge" }).click();
    await page.waitForFunction(() =>
      document.querySelector(".cm-activeLine")?.textContent.includes("OpLoopMerge"));
    await tested.setText(wrong);
    await tested.status(/error/);
    await page.locator(".picture .block.wrong").first().waitFor();
  }));

test("the binary follows the cursor, and the cursor the binary", () =>
  withPage(async (tested, page) => {
    await tested.setText(VALID);
    await tested.status(/^Valid(?:,|$)/);
    await tested.tab("Binary").click();
    await page.waitForFunction(() => /10 instructions/.test(document.querySelector(".binary p").textContent));
    await page.getByText("OpTypeFunction").first().click();
    await page.waitForSelector(".words .selected");
    await page.locator(".words .word").nth(6).click();
    await page.waitForFunction(() =>
      document.querySelector(".cm-activeLine")?.textContent.startsWith("OpCapability"));
  }));

test("needs, statistics and sources", () =>
  withPage(async (tested, page) => {
    await tested.setText(
      VALID.replace("%void", `%file = OpString "a.comp"\nOpSource GLSL 450 %file "void main() {}"\n%void`),
    );
    await tested.status(/^Valid(?:,|$)/);
    await tested.tab("Needs").click();
    await page.locator(".needs li", { hasText: "Shader" }).first().waitFor();
    await tested.tab("Statistics").click();
    await page.getByRole("rowheader", { name: "OpTypeVoid" }).waitFor();
    await tested.tab("Source").click();
    await page.getByText("void main() {}").first().waitFor();
  }));

test("two modules are compared by their instructions", () =>
  withPage(async (tested, page) => {
    const SUM = VALID.replace(
      "%fn",
      `%int = OpTypeInt 32 1
%one = OpConstant %int 1
%two = OpConstant %int 2
%fn`,
    ).replace("OpReturn", "%difference = OpISub %int %one %two\nOpReturn");
    const numbered = plumb.disassemble(plumb.assemble(SUM).binary, { style: { rawIds: true } }).text;
    await tested.setText(SUM);
    await tested.status(/^Valid(?:,|$)/);
    await tested.tab("Compare").click();
    for (const [other, summary] of [
      [SUM, "The same instructions."],
      [SUM.replaceAll("%void", "%nothing").replaceAll("\n", " ; a comment\n"), "The same instructions."],
      [numbered, "The same instructions."],
      [SUM.replace("%int %one %two", "%int %two %one"), "1 instruction removed, 1 added"],
      [numbered.replace(/(OpISub %\d+) (%\d+) (%\d+)/, "$1 $3 $2"), "1 instruction removed, 1 added"],
      [SUM.replace("%void", "%float = OpTypeFloat 32\n%void"), "1 instruction removed, 0 added"],
      [SUM.replace("OpISub", "OpIAdd"), "1 instruction removed, 1 added"],
    ]) {
      await page.getByLabel("The other module").fill(other);
      await page.waitForFunction(
        (text) => document.querySelector(".comparison [role=status]").textContent === text,
        summary,
      );
    }
  }));

test("rules, version and device are chosen", () =>
  withPage(async (tested, page) => {
    await tested.setText(VALID.replace("OpMemoryModel Logical GLSL450\n", ""));
    await tested.status(/^1 error/);
    await page.click("#options summary");
    await page.fill("#off", "layout.*");
    await page.press("#off", "Enter");
    await tested.status(/^Valid(?:,|$)/);
    await tested.setText(VALID.replace("%void", "OpModuleProcessed \"x\"\n%void"));
    await tested.status(/^Valid(?:,|$)/);
    await page.selectOption("#version", "1.0");
    await tested.status(/^1 error/);
    await page.selectOption("#version", "");
    await tested.setText(VALID.replace("OpCapability Shader", "$&\nOpCapability Geometry"));
    await tested.status(/^Valid(?:,|$)/);
    await page.selectOption("#device", "mobile.json");
    await tested.status(/^1 error/);
  }));

test("dark mode", async () => {
  const colors = async (tested) =>
    tested.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await withPage(
    async (tested, page) => {
      assert.equal(await colors(tested), "rgb(22, 24, 28)");
      await page.click("#theme");
      assert.equal(await colors(tested), "rgb(255, 255, 255)");
    },
    { colorScheme: "dark" },
  );
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious (${colorScheme})`, () =>
    withPage(
      async (tested, page) => {
        await tested.setText(VALID.replace("OpMemoryModel Logical GLSL450\n", ""));
        await tested.status(/^1 error/);
        const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
        for (const name of ["Problems", "Control flow", "Binary", "Needs", "Statistics", "Source", "Compare"]) {
          await tested.tab(name).click();
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => globalThis.axe.run());
          const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
          assert.deepEqual(
            serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]),
            [],
            name,
          );
        }
      },
      { colorScheme, bypassCSP: true },
    ));
}

test("fits a width of 360 pixels", () =>
  withPage(
    async (tested, page) => {
      await tested.status(/^Valid(?:,|$)/);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 360, `${width} pixels`);
      await tested.tab("Control flow").click();
      await page.locator(".picture .block").first().waitFor();
      await page.getByText("OpMemoryModel").first().click();
    },
    { viewport: { width: 360, height: 640 }, hasTouch: true },
  ));

test("tabs are used by keyboard", () =>
  withPage(async (tested, page) => {
    await tested.status(/^Valid(?:,|$)/);
    await tested.tab("Problems").focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await tested.tab("Control flow").getAttribute("aria-selected"), "true");
    await page.keyboard.press("End");
    assert.equal(await tested.tab("Compare").getAttribute("aria-selected"), "true");
  }));

/** A module with many functions. */
function largeModule(bytes) {
  const [head] = VALID.split("%main = OpFunction");
  const parts = [head.replace('OpEntryPoint GLCompute %main "main"\nOpExecutionMode %main LocalSize 1 1 1\n', "")
    .replace("OpCapability Shader", "OpCapability Shader\nOpCapability Linkage")];
  let size = 0;
  for (let i = 0; size < bytes; ++i) {
    const part = `%f${i} = OpFunction %void None %fn\n%l${i} = OpLabel\nOpReturn\nOpFunctionEnd\n`;
    size += part.length;
    parts.push(part);
  }
  return parts.join("");
}

test("the page answers while a module of 10 MB is validated", () =>
  withPage(async (tested, page) => {
    await tested.status(/^Valid(?:,|$)/);
    await page.selectOption("#environment", "");
    await tested.drop("large.spvasm", Buffer.from(largeModule(10 << 20)));
    await tested.status(/^Validating/);
    // A click is served before the verdict.
    await page.click("#theme");
    assert.match(await page.textContent("#status"), /^Validating/);
    await tested.status(/^Valid$|^Valid,/);
  }));

test("a file of more than 64 MB gets a message", () =>
  withPage(async (tested, page) => {
    await tested.status(/^Valid(?:,|$)/);
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array((64 << 20) + 1)], "huge.spv"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
    });
    await page.getByText(/more than 64 MB/).waitFor();
  }));

test("a worker that does not answer is stopped and replaced", () =>
  withPage(async (tested, page) => {
    await page.clock.install();
    await page.evaluate(() => {
      globalThis.post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = () => {};
    });
    await tested.setText(VALID);
    await tested.status(/^Validating/);
    await page.clock.fastForward(19_000);
    assert.match(await page.textContent("#status"), /^Validating/);
    await page.clock.fastForward(2_000);
    await tested.status(/^Not validated: Stopped after 20 seconds/);
    await page.evaluate(() => (Worker.prototype.postMessage = globalThis.post));
    await tested.setText(`${VALID}; again\n`);
    await page.clock.resume();
    await tested.status(/^Valid(?:,|$)/);
  }));

test("works from a folder of files", () =>
  withPage(
    async (tested, page) => {
      await tested.status(/^Valid(?:,|$)/);
      await tested.setText(VALID.replace("OpTypeVoid", "OpTypeViod"));
      await tested.status(/^1 error/);
      await page.getByRole("button", { name: "Explain asm.opcode.unknown" }).click();
      await waitForExplanation(page, "asm.opcode.unknown");
    },
    { address: fileAddress, path: "index.html" },
  ));

test("the rule reference opens its modules", { skip: !hasRules && "dist has no rules" }, () =>
  withPage(
    async (tested, page) => {
      await page.fill("#search", "decoration.binding.required");
      await page.getByRole("link", { name: "decoration.binding.required" }).first().click();
      const article = page.locator("article:target");
      await article.getByText("A module that violates it").click();
      await article.getByRole("link", { name: "Open in the playground" }).first().click();
      await tested.status(/^1 error/);
      assert.match(await page.textContent("#panel-0"), /decoration\.binding\.required/);
      await page.goto(`${server.address}#rule=decoration.binding.required&module=valid`);
      await page.reload();
      await tested.status(/^Valid(?:,|$)/);
    },
    { path: "rules/index.html" },
  ));
