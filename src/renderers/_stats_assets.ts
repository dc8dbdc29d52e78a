/** The constant parts of the savings dashboard: its escaping, style and script. */
import { visible } from "./_visible.ts";

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
:root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--muted:#57606a;--card:#f3f5f8;--edge:#d0d7de;--replaced:#0b62c4;--served:#b4540a}
@media (prefers-color-scheme:dark){:root{--back:#0e1116;--text:#e6edf3;--muted:#9aa4af;--card:#171c23;--edge:#3a424c;--replaced:#58a6ff;--served:#f0a35e}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.6rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
.muted,small{color:var(--muted)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(10rem,1fr));gap:.75rem}
.card{background:var(--card);border:1px solid var(--edge);border-radius:.5rem;padding:.75rem 1rem}
.card span,.card small{display:block}.card strong{font-size:1.35rem;font-variant-numeric:tabular-nums}
.legend{color:var(--muted);margin:.25rem 0}.legend i{display:inline-block;width:.8em;height:.8em;border-radius:2px}
i.replaced{background:var(--replaced)}i.served{background:var(--served);margin-left:1em}
svg{width:100%;height:auto;display:block;margin:.5rem 0 1rem}
svg text{fill:var(--text);font-size:13px}svg line{stroke:var(--edge)}
rect.replaced{fill:var(--replaced)}rect.served{fill:var(--served)}rect.area{fill:transparent}
g:hover rect.area,g:focus rect.area{fill:var(--card)}g:focus{outline:none}g:focus-visible rect.area{stroke:var(--replaced);stroke-width:2}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid var(--edge);padding:.35rem .6rem;text-align:right}th:first-child{text-align:left;overflow-wrap:anywhere}
#tip{position:fixed;max-width:20rem;padding:.4rem .6rem;border-radius:.35rem;background:var(--text);color:var(--back);font-size:13px;pointer-events:none}
`;

/** Shows the tooltip of a bar on hover and on keyboard focus; Escape hides it. */
export const SCRIPT: string = `
(function () {
  var box = document.getElementById("tip");
  function hide() { box.hidden = true; }
  function show(event) {
    var bar = event.target.closest && event.target.closest("[data-tip]");
    if (!bar) return hide();
    box.textContent = bar.getAttribute("data-tip");
    box.hidden = false;
    var at = bar.getBoundingClientRect();
    var top = at.top - box.offsetHeight - 6;
    box.style.top = Math.max(4, top < 4 ? at.bottom + 6 : top) + "px";
    box.style.left = Math.max(4, Math.min(at.left, innerWidth - box.offsetWidth - 4)) + "px";
  }
  document.addEventListener("mouseover", show);
  document.addEventListener("focusin", show);
  document.addEventListener("focusout", hide);
  document.addEventListener("scroll", hide, true);
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") hide(); });
})();
`;
