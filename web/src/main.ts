// The playground: connects the editor, the panes and the controls.

import { byId, element } from "./dom";
import { Editor } from "./editor";
import { EXAMPLES } from "./examples";
import { byteOfIndex, indexOfByte, type Settings, ShownModule } from "./module";
import { Binary } from "./panes/binary";
import { Comparison } from "./panes/comparison";
import { ControlFlow } from "./panes/control_flow";
import { Needs } from "./panes/needs";
import { Problems } from "./panes/problems";
import { Sources } from "./panes/sources";
import { StatisticsPane } from "./panes/statistics";
import { exampleOfRule, fromFragment, toFragment, type RuleExample } from "./share";
import { SettingsForm, settingsOfExample } from "./settings_form";
import { Tabs } from "./tabs";

const MAX_FILE = 64 << 20;

const shown = new ShownModule();
const editor = new Editor(byId("editor"), shown);
const form = new SettingsForm();
const status = byId("status");

const problems = new Problems(
  shown,
  (line, character) => editor.goTo(line, character),
  (diagnostic) => void editor.applyFix(diagnostic).catch(report),
);
const binary = new Binary(shown, (offset) => editor.goToOffset(indexOfByte(shown.text, offset)));
const tabs = new Tabs([
  problems,
  new ControlFlow(shown, (number) => void goToInstruction(number).catch(report)),
  binary,
  new Needs(shown),
  new StatisticsPane(shown),
  new Sources(shown),
  new Comparison(shown, (line) => editor.goTo(line, 0)),
]);

/** Instructions count from 1. */
async function goToInstruction(number: number) {
  const { offsets } = await shown.instructions();
  const offset = offsets[number - 1];
  if (offset !== undefined) editor.goToOffset(indexOfByte(shown.text, offset));
}

const notice = byId("notice");

/** Shows a message until it is closed or another one comes. */
function notify(message: string, isError = false) {
  const close = element("button", { type: "button", textContent: "Close" });
  close.addEventListener("click", () => (notice.hidden = true));
  notice.className = isError ? "error" : "";
  notice.replaceChildren(message, " ", close);
  notice.hidden = false;
}

function report(error: unknown) {
  notify(error instanceof Error ? error.message : String(error), true);
}

function showVerdict() {
  if (shown.failure !== "") {
    status.textContent = `Not validated: ${shown.failure}`;
    status.className = "error";
    return;
  }
  if (!shown.isCurrent) {
    status.textContent = "Validating…";
    status.className = "";
    return;
  }
  const count = (severity: number) =>
    shown.diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  const [errors, warnings] = [count(1), count(2)];
  const plural = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;
  status.className = errors > 0 ? "error" : "valid";
  status.textContent =
    (errors > 0 ? plural(errors, "error") : "Valid") +
    (warnings > 0 ? `, ${plural(warnings, "warning")}` : "");
  const total = shown.diagnostics.length;
  tabs.setTitle(problems, total > 0 ? `Problems (${total})` : "Problems");
}

shown.onstart = showVerdict;
shown.onchange(() => {
  showVerdict();
  tabs.update();
});
editor.onmove = (offset) => {
  if (shown.text.length < 1 << 20) binary.select(byteOfIndex(shown.text, offset));
};

async function show(text: string, settings?: Partial<Settings>, device?: string) {
  if (settings !== undefined) form.set(settings, device);
  await shown.setSettings(form.settings);
  notice.hidden = true;
  editor.setText(text);
}

/** A binary is shown as text; text as it is. */
async function openFile(file: File) {
  if (file.size > MAX_FILE) {
    return report(new Error(`${file.name} has more than ${MAX_FILE >> 20} MB`));
  }
  status.textContent = `Reading ${file.name}…`;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isText = bytes.length === 0 || (bytes[0] !== 0x03 && bytes[0] !== 0x07);
  const decoded = isText ? new TextDecoder().decode(bytes) : "";
  if (isText && !/^\s*(?:0x)?[\da-fA-F]+[\s,]/.test(decoded)) return show(decoded);
  const { text, diagnostics } = await shown.client.call("disassemble", bytes, {
    file: file.name,
    style: { comments: true, badIdsAsWords: true },
  });
  if (text === null) {
    return isText ? show(decoded) : report(new Error(diagnostics[0]?.message ?? "not a module"));
  }
  await show(text);
  const [first] = diagnostics;
  if (first) report(new Error(`${file.name}: ${first.message}. This is the part that can be read.`));
}

async function download() {
  const { binary: bytes } = await shown.assemble();
  if (!bytes) return report(new Error("Only a valid module has a binary."));
  const link = element("a", {
    href: URL.createObjectURL(new Blob([bytes as BlobPart])),
    download: "module.spv",
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function share() {
  const fragment = await toFragment({ text: shown.text, environment: form.settings.environment });
  history.replaceState(null, "", fragment);
  await navigator.clipboard.writeText(location.href).then(
    () => notify("The link is in the clipboard and the address bar."),
    () => notify("The link is in the address bar."),
  );
}

function setTheme(dark: boolean) {
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
  byId("theme").setAttribute("aria-pressed", String(dark));
  try {
    localStorage.setItem("theme", dark ? "dark" : "light");
  } catch {
    // Pages of files may not store anything.
  }
  tabs.update();
}

function initialTheme(): boolean {
  try {
    const stored = localStorage.getItem("theme");
    if (stored) return stored === "dark";
  } catch {
    // As above.
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function connectControls() {
  const guarded = (work: () => Promise<unknown>) => () => void work().catch(report);
  const examples = byId<HTMLSelectElement>("example");
  examples.append(...EXAMPLES.map(({ name }, i) => new Option(name, String(i))));
  examples.addEventListener(
    "change",
    guarded(async () => {
      const example = EXAMPLES[Number(examples.value)];
      if (example) await show(example.text, { environment: example.environment });
    }),
  );
  const file = byId<HTMLInputElement>("file");
  byId("open").addEventListener("click", () => file.click());
  file.addEventListener(
    "change",
    guarded(async () => {
      const chosen = file.files?.[0];
      file.value = "";
      if (chosen) await openFile(chosen);
    }),
  );
  byId("download").addEventListener("click", guarded(download));
  byId("share").addEventListener("click", guarded(share));
  byId("theme").addEventListener("click", () =>
    setTheme(document.documentElement.dataset["theme"] !== "dark"),
  );
  form.onchange = guarded(() => shown.setSettings(form.settings));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    void openFile(dropped).catch(report);
  });
  addEventListener("hashchange", guarded(showShared));
}

/** Shows the module of the link; false if it holds none. */
async function showShared(): Promise<boolean> {
  const wanted = exampleOfRule(location.hash);
  if (wanted) {
    await showExample(wanted);
    return true;
  }
  const shared = await fromFragment(location.hash);
  if (!shared) return false;
  await show(shared.text, { environment: shared.environment });
  return true;
}

/** A module of the rule reference. */
async function showExample({ rule, module }: RuleExample) {
  const explanation = await shown.client.explain(rule);
  const text = explanation[module === "valid" ? "valid_example" : "invalid_example"];
  if (typeof text !== "string" || text === "") throw new Error(`${rule} has no example.`);
  const { settings, device } = settingsOfExample(text);
  await show(text, settings, device);
}

async function start() {
  setTheme(initialTheme());
  connectControls();
  const about = await shown.client.call("about");
  form.setEnvironments(about.environments);
  byId("about").textContent = `Plumb ${about.version}`;
  let problem: unknown;
  const isShared = await showShared().catch((error) => {
    problem = error;
    return false;
  });
  const [first] = EXAMPLES;
  if (!isShared && first) await show(first.text, { environment: first.environment });
  if (problem) report(problem);
}

void start().catch(report);
