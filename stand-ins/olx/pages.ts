import { type Advert, SELLERS } from './adverts.ts';

export const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
header { padding: .625rem 1rem; background: #ffd257; color: #221d18; font-weight: 700; text-align: center; }
main { max-width: 32rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.2; }
button { display: block; width: 100%; min-height: 2.75rem; margin-bottom: .625rem; border: 1px solid; border-radius: .625rem; font: inherit; font-weight: 600; cursor: pointer; }
img { display: block; width: 100%; height: auto; border-radius: .625rem; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
td, th { padding: .25rem .5rem; border-bottom: 1px solid; text-align: left; overflow-wrap: anywhere; }
`;

function wrapPage(title: string, main: string): string {
  return `<!doctype html><html lang="ro"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="/style.css"></head><body><header>MOD TEST: nu este OLX</header><main><h1>${title}</h1>${main}</main></body></html>`;
}

/** The page on which a seller lets the application in. */
export function renderConsent(fields: Readonly<Record<string, string>>): string {
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeText(name)}" value="${escapeText(value)}">`)
    .join('');
  const sellers = SELLERS.map(
    ({ id, name }) => `<button name="seller" value="${id}">Continuă ca ${escapeText(name)}</button>`,
  ).join('');
  return wrapPage(
    'Permite accesul la contul OLX?',
    `<p>Aplicația va putea citi și schimba anunțurile tale.</p><form method="post">${hidden}${sellers}<button name="seller" value="">Refuz</button></form>`,
  );
}

/** An advert as its readers see it. */
export function renderAdvert({ title, images }: Pick<Advert, 'title' | 'images'>): string {
  const pictures = images
    .map(({ url }, at) => `<p><img src="${escapeText(url)}" alt="Poza ${at + 1}"></p>`)
    .join('');
  return wrapPage(escapeText(title), pictures || '<p>Anunțul nu are poze.</p>');
}

export function renderRefusal(words: string): string {
  return wrapPage('Cererea nu e bună', `<p>${escapeText(words)}</p>`);
}

/** What the portal was asked, newest first; `/__sim` says the same as JSON. */
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
