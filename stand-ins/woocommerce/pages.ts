export const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
header { padding: .625rem 1rem; background: #d9c8ef; color: #221d18; font-weight: 700; text-align: center; }
main { max-width: 32rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.2; }
img { display: block; width: 100%; height: auto; border-radius: .625rem; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
td, th { padding: .25rem .5rem; border-bottom: 1px solid; text-align: left; overflow-wrap: anywhere; }
`;

function wrapPage(title: string, main: string): string {
  return `<!doctype html><html lang="ro"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="/style.css"></head><body><header>MOD TEST: nu este un magazin</header><main><h1>${title}</h1>${main}</main></body></html>`;
}

/** A product as buyers see it. */
export function renderProduct(name: string, addresses: readonly string[]): string {
  const pictures = addresses
    .map((src, at) => `<p><img src="${escapeText(src)}" alt="Poza ${at + 1}"></p>`)
    .join('');
  return wrapPage(escapeText(name), pictures || '<p>Produsul nu are poze.</p>');
}

/** What a theme shows where nothing is. */
export function renderMissing(): string {
  return wrapPage('Pagina nu a fost găsită', '<p>Aici nu este nimic.</p>');
}

/** What the shop was asked, newest first; `/__sim` says the same as JSON. */
export function renderCalls(calls: readonly { method: string; path: string; status: number }[]): string {
  const rows = calls
    .toReversed()
    .slice(0, 100)
    .map(
      ({ method, path, status }) =>
        `<tr><td>${method}</td><td>${escapeText(path)}</td><td>${status}</td></tr>`,
    )
    .join('');
  return wrapPage('Apeluri', `<table><tr><th>Metodă</th><th>Adresă</th><th>Răspuns</th></tr>${rows}</table>`);
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
