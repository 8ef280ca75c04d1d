#include "cli/drawing/page.h"

#include "absl/strings/str_cat.h"

namespace plumb::drawing {
namespace {

constexpr absl::string_view kStyle = R"(
:root {
  color-scheme: light;
  --page: #fff; --text: #222; --weak: #444; --border: #ddd; --box: #fff; --frame: #333;
  --edge: #444; --back: #0050c0; --hover: #e07000; --error: #a00000; --error-box: #ffe3e3;
  --error-frame: #c00000; --dead: #eee; --dead-frame: #888; --hit: #fff2a8; --construct: #9ab;
  --selection: #e8f4e8; --switch: #eef0d8; --case: #f8f8ec; --loop: #e4ecfa; --continue: #d8e0f4;
}
:root[data-theme=dark] {
  color-scheme: dark;
  --page: #16181c; --text: #ddd; --weak: #bbb; --border: #444; --box: #22252b; --frame: #999;
  --edge: #aaa; --back: #6aa5ff; --hover: #ffa040; --error: #ff9a9a; --error-box: #4a2226;
  --error-frame: #ff6b6b; --dead: #2d2d2d; --dead-frame: #777; --hit: #5c5316; --construct: #567;
  --selection: #24402a; --switch: #41431f; --case: #37371f; --loop: #22345a; --continue: #2a3a66;
}
body { font: 14px sans-serif; margin: 16px; color: var(--text); background: var(--page); }
h1 { font-size: 18px; overflow-wrap: anywhere; }
summary { font-size: 15px; font-weight: bold; margin: 12px 0 4px; cursor: pointer; }
.controls { position: sticky; top: 0; padding: 6px 0; background: var(--page); z-index: 1;
  display: flex; flex-wrap: wrap; gap: 6px 10px; align-items: center; }
.controls button { min-width: 28px; }
.scroll { overflow: auto; border: 1px solid var(--border); }
pre { font: 11px monospace; margin: 4px 0; }
.messages { color: var(--error); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; }
.legend i { display: inline-block; width: 22px; height: 11px; margin-right: 5px;
  border: 1px solid var(--construct); vertical-align: -1px; }
.legend i.back { height: 0; border: 0; border-top: 2px dashed var(--back); vertical-align: 4px; }
.legend i.dead { background: var(--dead); border: 1px dashed var(--dead-frame); }
.legend i.wrong { background: var(--error-box); border-color: var(--error-frame); }
.legend i.selection { background: var(--selection); } .legend i.switch { background: var(--switch); }
.legend i.case { background: var(--case); } .legend i.loop { background: var(--loop); }
.legend i.continue { background: var(--continue); }
svg text { font: 11px monospace; white-space: pre; fill: var(--text); }
svg text.small { font: 10px sans-serif; fill: var(--weak); paint-order: stroke;
  stroke: var(--page); stroke-width: 3px; stroke-linejoin: round; }
.block rect { fill: var(--box); stroke: var(--frame); }
.block.unreachable rect { fill: var(--dead); stroke: var(--dead-frame); stroke-dasharray: 4 3; }
.block.wrong rect { fill: var(--error-box); stroke: var(--error-frame); stroke-width: 2; }
.block.hit rect { fill: var(--hit); }
.block.current rect { stroke: var(--hover); stroke-width: 3; }
.block text.message { fill: var(--error); }
.block text.name { font-weight: bold; }
.construct { stroke: var(--construct); stroke-width: 1; fill-opacity: .35; }
.selection { fill: var(--selection); } .switch { fill: var(--switch); } .case { fill: var(--case); }
.loop { fill: var(--loop); } .continue { fill: var(--continue); }
path.edge { fill: none; stroke: var(--edge); stroke-width: 1.2; }
path.back { stroke: var(--back); stroke-dasharray: 6 3; }
marker.arrow path { fill: var(--edge); } marker.back path { fill: var(--back); }
path.edge:hover { stroke: var(--hover); stroke-width: 3; }
g:hover > path.edge { stroke: var(--hover); }
body.no-debug .with-debug, body:not(.no-debug) .without-debug { display: none; }
)";

constexpr absl::string_view kScript = R"(
'use strict';
const find = id => document.getElementById(id);
const root = document.documentElement;
const setTheme = name => { root.dataset.theme = name; };
setTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
find('theme').onclick = () => setTheme(root.dataset.theme === 'dark' ? 'light' : 'dark');

let zoom = 1;
const setZoom = value => {
  zoom = Math.min(4, Math.max(0.1, value));
  for (const svg of document.querySelectorAll('svg')) {
    svg.style.width = svg.viewBox.baseVal.width * zoom + 'px';
    svg.style.height = svg.viewBox.baseVal.height * zoom + 'px';
  }
  find('zoom').textContent = Math.round(zoom * 100) + ' %';
};
find('in').onclick = () => setZoom(zoom * 1.25);
find('out').onclick = () => setZoom(zoom / 1.25);
find('zoom').onclick = () => setZoom(1);
addEventListener('wheel', event => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  setZoom(zoom * (0 > event.deltaY ? 1.1 : 1 / 1.1));
}, {passive: false});

let hits = [], current = -1;
const show = step => {
  const shown = hits.filter(hit => hit.getClientRects().length > 0 || !hit.closest('details').open);
  for (const hit of hits) hit.classList.remove('current');
  if (shown.length === 0) return;
  current = (current + step + shown.length) % shown.length;
  const hit = shown[current];
  hit.closest('details').open = true;
  hit.classList.add('current');
  hit.scrollIntoView({block: 'center', inline: 'center'});
  find('hits').textContent = (current + 1) + ' of ' + shown.length;
};
find('search').oninput = event => {
  const text = event.target.value.toLowerCase();
  hits = [];
  current = -1;
  for (const block of document.querySelectorAll('.block')) {
    const is = text === '' ? false
        : block.textContent.toLowerCase().includes(text);
    block.classList.toggle('hit', is);
    block.classList.remove('current');
    if (is) hits.push(block);
  }
  find('hits').textContent = text === '' ? '' : hits.length === 0 ? 'none' : '';
  if (hits.length > 0) show(1);
};
find('search').onkeydown = event => {
  if (event.key === 'Enter') show(event.shiftKey ? -1 : 1);
};

const debug = find('debug');
if (debug) {
  debug.onchange = () => document.body.classList.toggle('no-debug', debug.checked);
}
)";

constexpr absl::string_view kControls = R"(<div class="controls">
<label>Search <input id="search" type="search" placeholder="%id, opcode, text"/></label>
<span id="hits" aria-live="polite"></span>
<span><button id="out" aria-label="Zoom out">−</button>
<button id="zoom" title="Back to 100 %">100 %</button>
<button id="in" aria-label="Zoom in">+</button></span>
<button id="theme">Light or dark</button>
)";

constexpr absl::string_view kDebugSwitch =
    "<label><input id=\"debug\" type=\"checkbox\"/> Hide debug "
    "instructions</label>\n";

constexpr absl::string_view kLegend = R"(<p class="legend">
<span><i class="back"></i>back edge</span>
<span><i class="dead"></i>unreachable block</span>
<span><i class="wrong"></i>block that violates a rule</span>
<span><i class="selection"></i>selection</span>
<span><i class="switch"></i>switch</span>
<span><i class="case"></i>case</span>
<span><i class="loop"></i>loop</span>
<span><i class="continue"></i>continue construct</span>
</p>
)";

// Of kScript, as policies have it; page_test.cc states another one if the
// script has changed.
constexpr absl::string_view kSha256OfScript =
    "u23WdQwKHCPvpZ1pJoVJNRoY6BsQtc4f6kAG9S6Vt8g=";

}  // namespace

std::string PageStart(absl::string_view title, bool has_debug) {
  return absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
      "'none'; style-src 'unsafe-inline'; script-src 'sha256-",
      kSha256OfScript, "'\"/>\n<style>", kStyle, "</style>\n<title>", title,
      "</title>\n</head>\n<body>\n<h1>", title, "</h1>\n", kControls,
      has_debug ? kDebugSwitch : "", "</div>\n", kLegend);
}

std::string PageEnd() {
  return absl::StrCat("<script>", kScript, "</script>\n</body>\n</html>\n");
}

}  // namespace plumb::drawing
