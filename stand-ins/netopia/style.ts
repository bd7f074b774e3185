export const STYLE = `
:root { color-scheme: light dark; --page: #f6f4ef; --card: #fffdf9; --ink: #221d18; --soft: #5d554c; --line: #8a8074; --main: #2b2622; --on: #fffdf9; --bad: #a3260f; --band: #ffd257; }
@media (prefers-color-scheme: dark) { :root { --page: #191613; --card: #24201c; --ink: #f3eee6; --soft: #b9b0a4; --line: #857b6f; --main: #f3eee6; --on: #191613; --bad: #ff9d85; --band: #f2c14e; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header { margin: 0; padding: .625rem 1rem; background: var(--band); color: #221d18; font-weight: 700; text-align: center; }
main { max-width: 32rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.2; }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; }
.summary { margin: 0 0 1.25rem; padding: .5rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
.summary div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .375rem 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.total dd { font-weight: 700; }
.id { font-family: ui-monospace, monospace; font-size: .875rem; color: var(--soft); }
.lead { margin: 0 0 1rem; }
.problem { margin: 0 0 1rem; padding: .75rem 1rem; border: 2px solid var(--bad); border-radius: .75rem; color: var(--bad); font-weight: 600; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input:not([type=hidden]) { width: 100%; min-height: 2.75rem; margin-bottom: .875rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .625rem; background: var(--card); color: var(--ink); font: inherit; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 .75rem; }
button, .button { display: block; width: 100%; min-height: 2.75rem; margin-bottom: .625rem; padding: .5rem 1rem; border: 1px solid var(--main); border-radius: .625rem; background: var(--main); color: var(--on); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.quiet { background: var(--card); color: var(--ink); border-color: var(--line); font-weight: 500; }
li .quiet { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; text-align: left; }
ul { margin: 0; padding: 0; list-style: none; }
a { color: var(--ink); }
:focus-visible { outline: 3px solid var(--bad); outline-offset: 2px; }
`;
