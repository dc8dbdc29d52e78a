/** The constant parts of the savings dashboard: its escaping, style and script. */
import { visible } from "../text/mod.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "/": "&#47;",
};

/** Text for an element or a quoted attribute. The slash is escaped too, so that no label can spell an address. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"'/]/g, (character) => ENTITIES[character]!);
}

/** Light by default, dark where the reader prefers it. Blue and orange differ for colour-blind readers too. */
export const STYLE: string = `
:root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--muted:#57606a;--card:#f3f5f8;--edge:#d0d7de;--replaced:#0b62c4;--served:#c2610c}
@media (prefers-color-scheme:dark){:root{--back:#0e1116;--text:#e6edf3;--muted:#9aa4af;--card:#171c23;--edge:#3a424c;--replaced:#58a6ff;--served:#f0a35e}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2.5rem 0 .5rem}
p{margin:.5rem 0}section>p:not(.legend){max-width:45rem}
.muted,small{color:var(--muted)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem;margin:1rem 0}
.card{background:var(--card);border:1px solid var(--edge);border-radius:.5rem;padding:.75rem .9rem}
.card span,.card small{display:block}.card strong{font-size:1.2rem;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.legend{display:flex;flex-wrap:wrap;align-items:center;gap:0 .4em;color:var(--muted)}.legend span{margin-left:auto}.legend i{display:inline-block;width:.8em;height:.8em;border-radius:2px}
i.replaced{background:var(--replaced)}i.served{background:var(--served);margin-left:.6em}
svg{display:block;overflow:visible}svg text{fill:var(--muted);font-size:12px}svg line{stroke:var(--edge)}
rect.replaced{fill:var(--replaced)}rect.served{fill:var(--served)}rect.area{fill:transparent}
.row{display:grid;grid-template-columns:minmax(0,9rem) minmax(0,1fr) var(--net);gap:0 .75rem;align-items:center;padding:.2rem .4rem;margin:0 -.4rem;border-radius:.35rem}
.name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.net{text-align:right;font-variant-numeric:tabular-nums}
.plot{display:grid;grid-template-columns:44px minmax(0,1fr);gap:.5rem;margin:.5rem 0}
.mark{outline:none}.row.mark:hover,.row.mark:focus{background:var(--card)}g.mark:hover .area,g.mark:focus .area{fill:var(--card)}
.row.mark:focus-visible,.scroll:focus-visible{outline:2px solid var(--replaced)}
g.mark:focus-visible .area{stroke:var(--replaced);stroke-width:2}
.scroll{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid var(--edge);padding:.35rem .6rem;text-align:right;vertical-align:bottom}
th:first-child{text-align:left;white-space:nowrap}tbody th{font-weight:400}
#tip{position:fixed;max-width:min(20rem,calc(100vw - 8px));padding:.4rem .6rem;border-radius:.35rem;background:var(--text);color:var(--back);font-size:13px;overflow-wrap:anywhere;pointer-events:none}
@media (max-width:40rem){main{padding:1.25rem 1rem}.spare{display:none}table{font-size:13px}th,td{padding:.35rem .25rem}
.row{grid-template-columns:minmax(0,1fr) auto;padding:.35rem .4rem}.row svg{grid-row:2;grid-column:1/-1}}
@media (forced-colors:active){rect.replaced{fill:LinkText}rect.served{fill:CanvasText}i{forced-color-adjust:none}#tip{border:1px solid}}
`;

/** Shows the figures of a bar while the pointer is on it or it has the keyboard's focus; Escape hides them. */
export const SCRIPT: string = `
(function () {
  var box = document.getElementById("tip");
  var shown = null;
  function markOf(node) { return node && node.closest ? node.closest(".mark") : null; }
  function place() {
    if (!shown) return;
    var at = shown.getBoundingClientRect();
    var above = at.top - box.offsetHeight - 6;
    box.style.top = (above < 4 ? at.bottom + 6 : above) + "px";
    box.style.left = Math.max(4, Math.min(at.left, document.documentElement.clientWidth - box.offsetWidth - 4)) + "px";
  }
  function show(mark) {
    shown = mark;
    box.hidden = !mark;
    if (mark) box.textContent = mark.getAttribute("aria-label");
    place();
  }
  document.addEventListener("mouseover", function (event) {
    show(markOf(event.target) || markOf(document.activeElement));
  });
  document.documentElement.addEventListener("mouseleave", function () { show(markOf(document.activeElement)); });
  document.addEventListener("focusin", function (event) { show(markOf(event.target)); });
  document.addEventListener("focusout", function () { show(null); });
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") show(null); });
  addEventListener("scroll", place, true);
  addEventListener("resize", place);
})();
`;
