// The controls for environment, version, rules and device.

import { byId } from "./dom";
import { DEFAULT_SETTINGS, type Settings } from "./module";

const VERSIONS = ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"];
const FILE = "file";

// Profiles of devices, as text by file.
const PROFILES = import.meta.glob<string>("../../testdata/devices/*.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
const SAMPLES = { "sample: desktop": "desktop.json", "sample: mobile": "mobile.json" };

function profile(file: string): string {
  return PROFILES[`../../testdata/devices/${file}`] ?? "";
}

export class SettingsForm {
  #environment = byId<HTMLSelectElement>("environment");
  #version = byId<HTMLSelectElement>("version");
  #device = byId<HTMLSelectElement>("device");
  #off = byId<HTMLInputElement>("off");
  #pedantic = byId<HTMLInputElement>("pedantic");
  #file = byId<HTMLInputElement>("profile");
  #fileText = "";
  #more: Settings["more"] = {};

  /** Called after a choice. */
  onchange = () => {};

  constructor() {
    this.#version.append(
      new Option("of the text", ""),
      ...VERSIONS.map((version) => new Option(version, version)),
    );
    this.#device.append(
      new Option("any", ""),
      ...Object.entries(SAMPLES).map(([name, file]) => new Option(name, file)),
      new Option("Vulkan profile…", FILE),
    );
    for (const control of [this.#environment, this.#version, this.#off, this.#pedantic]) {
      control.addEventListener("change", () => this.onchange());
    }
    this.#device.addEventListener("change", () => {
      if (this.#device.value === FILE) this.#file.click();
      else this.onchange();
    });
    this.#file.addEventListener("change", () => void this.#readFile());
    this.#file.addEventListener("cancel", () => this.#setDevice(""));
  }

  setEnvironments(environments: { name: string; description: string }[]) {
    this.#environment.append(
      new Option("of the text", ""),
      ...environments.map(({ name, description }) => new Option(description, name)),
    );
  }

  async #readFile() {
    const file = this.#file.files?.[0];
    this.#file.value = "";
    if (!file) return;
    this.#fileText = await file.text();
    this.#setDevice(FILE, file.name);
    this.onchange();
  }

  #setDevice(value: string, name = "Vulkan profile…") {
    const option = [...this.#device.options].find((o) => o.value === FILE);
    if (option) option.text = name;
    this.#device.value = value;
  }

  get settings(): Settings {
    const device = this.#device.value;
    return {
      environment: this.#environment.value,
      version: this.#version.value,
      pedantic: this.#pedantic.checked,
      off: this.#off.value.split(/[\s,]+/).filter(Boolean),
      device: device === FILE ? this.#fileText : device === "" ? "" : profile(device),
      more: this.#more,
    };
  }

  /** Members that are missing have their defaults. */
  set(settings: Partial<Settings>, deviceName?: string) {
    const all = { ...DEFAULT_SETTINGS, ...settings };
    this.#environment.value = all.environment;
    this.#version.value = all.version;
    this.#pedantic.checked = all.pedantic;
    this.#off.value = all.off.join(", ");
    this.#fileText = all.device;
    this.#setDevice(all.device === "" ? "" : FILE, deviceName);
    this.#more = all.more;
  }
}

/** The settings that the first lines of a module of the rule reference state. */
export function settingsOfExample(text: string): { settings: Partial<Settings>; device?: string } {
  const stated = (name: string) =>
    new RegExp(`^; ${name}: (.*)$`, "m").exec(text)?.[1]?.trim() ?? "";
  const more: Settings["more"] = {};
  for (const option of stated("options").split(/\s+/).filter(Boolean)) {
    const [name = "", value] = option.split("=");
    more[name] = value ?? true;
  }
  const device = stated("device").split("/").at(-1) ?? "";
  return {
    settings: { environment: stated("env"), more, device: device === "" ? "" : profile(device) },
    ...(device === "" ? {} : { device }),
  };
}
