/** The pages' only style sheet: system colours by the person's choice, nothing from elsewhere. */
export const style = `
:root {
  color-scheme: light dark;
  --back: light-dark(#faf8f5, #16151a);
  --panel: light-dark(#ffffff, #201f26);
  --text: light-dark(#1d1b20, #eceaf0);
  --soft: light-dark(#5c5763, #aaa5b4);
  --line: light-dark(#dcd7d0, #3a3842);
  --accent: light-dark(#a3253b, #ff8fa0);
  --on-accent: light-dark(#ffffff, #2b0a11);
  --good: light-dark(#1c6b3a, #7ed9a0);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; padding: .75rem 1.25rem; border-bottom: 1px solid var(--line); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; flex: 1; }
main { max-width: 52rem; margin: 0 auto; padding: 1rem 1.25rem 3rem; }
a { color: var(--accent); }
.brand { font-weight: 700; font-size: 1.1rem; text-decoration: none; }
h1 { font-size: 1.6rem; margin: .5rem 0 1rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
.panel, li.row { background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; margin: 0 0 .75rem; }
ul.rows { list-style: none; padding: 0; margin: 0; }
li.row { display: grid; grid-template-columns: 1fr auto; gap: .15rem 1rem; overflow-wrap: anywhere; }
li.row > .whole { grid-column: 1 / -1; }
.soft, time { color: var(--soft); font-size: .9rem; }
label { display: block; margin: 0 0 .75rem; }
input, select { display: block; width: 100%; max-width: 24rem; font: inherit; color: inherit; background: var(--back); border: 1px solid var(--soft); border-radius: .4rem; padding: .5rem .65rem; margin-top: .2rem; }
input.code { font: 600 1.5rem/1.3 ui-monospace, monospace; letter-spacing: .12em; text-transform: uppercase; }
button { font: inherit; font-weight: 600; border-radius: .4rem; border: 1px solid var(--accent); padding: .5rem 1rem; cursor: pointer; background: var(--accent); color: var(--on-accent); }
button.quiet { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; }
.actions label { margin: 0; }
.notice { border-left: 4px solid var(--line); padding: .6rem 1rem; background: var(--panel); }
.notice.good { border-color: var(--good); }
.notice.bad { border-color: var(--accent); }
code, pre { font: .9rem/1.45 ui-monospace, monospace; }
pre { overflow: auto; max-height: 24rem; padding: .75rem; background: var(--back); border: 1px solid var(--line); border-radius: .4rem; }
.big-code { font: 600 2rem/1.4 ui-monospace, monospace; letter-spacing: .12em; }
@media (prefers-contrast: more) { :root { --line: CanvasText; --soft: CanvasText; } }
`;
