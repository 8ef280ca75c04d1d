// See assets.h.
#include "web/rules/assets.h"

namespace plumb {

const char kStyleSheet[] = R"css(:root {
  color-scheme: light dark;
  --text: #1c2024;
  --muted: #5a636c;
  --background: #ffffff;
  --raised: #f3f5f7;
  --line: #d5dae0;
  --link: #0a58b8;
  --error: #b3261e;
  --warning: #8a5300;
  --removed: #fbe3e1;
  --added: #dff3e3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e7ea;
    --muted: #a3acb5;
    --background: #15181b;
    --raised: #1f2327;
    --line: #363c43;
    --link: #7db7ff;
    --error: #ff9d94;
    --warning: #f0b35e;
    --removed: #4a2523;
    --added: #1f3d27;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  padding: 0 1rem 4rem;
  max-width: 62rem;
  font: 16px/1.55 system-ui, sans-serif;
  color: var(--text);
  background: var(--background);
}
a { color: var(--link); }
header {
  display: flex;
  flex-wrap: wrap;
  gap: .4rem 1.2rem;
  align-items: baseline;
  padding: .8rem 0;
  border-bottom: 1px solid var(--line);
}
header form { flex: 1 1 14rem; }
input[type="search"] {
  width: 100%;
  padding: .45rem .6rem;
  font: inherit;
  color: inherit;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: .3rem;
}
h1 { margin: 1.4rem 0 .3rem; font-size: 1.6rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
.areas { padding: 0; list-style: none; columns: 19rem; }
.areas li { break-inside: avoid; padding: .15rem 0; }
.count, .note { color: var(--muted); }
article { padding: 1rem 0; border-top: 1px solid var(--line); }
article:target { box-shadow: -4px 0 0 var(--link); padding-left: .8rem; }
article h2 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
article h2 a { color: inherit; text-decoration: none; }
article h2 a:hover { text-decoration: underline; }
.error { color: var(--error); }
.warning, .pedantic { color: var(--warning); }
.message { margin: .2rem 0 .6rem; }
dl { display: grid; grid-template-columns: 9rem 1fr; gap: .15rem 1rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
summary { cursor: pointer; margin-top: .5rem; }
pre { overflow-x: auto; margin: .4rem 0; padding: .7rem; background: var(--raised); }
pre.change span { display: block; }
.removed { background: var(--removed); }
.added { background: var(--added); }
#results { padding: 0; list-style: none; }
#results li { padding: .35rem 0; border-top: 1px solid var(--line); }
@media (max-width: 36rem) {
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .4rem; }
}
)css";

const char kSearchScript[] = R"js("use strict";
// RULES (rules.js) has the id, the message and what else to find of each rule.

const MAX_RESULTS = 200;
const search = document.getElementById("search");
const count = document.getElementById("count");
const results = document.getElementById("results");
const areas = document.getElementById("areas");
const texts = RULES.map((rule) => rule.join(" ").toLowerCase());

function addressOf(id) {
  return id.slice(0, id.indexOf(".")) + ".html#" + id;
}

function resultOf([id, message]) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const name = document.createElement("code");
  name.textContent = id;
  link.href = addressOf(id);
  link.append(name);
  item.append(link, " " + message);
  return item;
}

function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  areas.hidden = words.length > 0;
  if (words.length === 0) {
    count.textContent = RULES.length + " rules";
    results.replaceChildren();
    return;
  }
  const found = RULES.filter((_, i) => words.every((word) => texts[i].includes(word)));
  const shown = found.slice(0, MAX_RESULTS);
  count.textContent =
    found.length + " of " + RULES.length + " rules" +
    (shown.length < found.length ? ", the first " + MAX_RESULTS + " shown" : "");
  results.replaceChildren(...shown.map(resultOf));
}

/** index.html#ID leads to the rule. */
function follow() {
  const id = decodeURIComponent(location.hash.slice(1));
  if (RULES.some((rule) => rule[0] === id)) location.replace(addressOf(id));
}

search.value = new URLSearchParams(location.search).get("q") ?? "";
search.addEventListener("input", find);
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", follow);
find();
follow();
)js";

}  // namespace plumb
