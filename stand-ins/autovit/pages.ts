import { type Advert, DEALERS } from './adverts.ts';

export const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
header { padding: .625rem 1rem; background: #ffd257; color: #221d18; font-weight: 700; text-align: center; }
main { max-width: 40rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.2; }
img { display: block; width: 100%; height: auto; border-radius: .625rem; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
td, th { padding: .25rem .5rem; border-bottom: 1px solid; text-align: left; overflow-wrap: anywhere; }
`;

function wrapPage(title: string, main: string): string {
  return `<!doctype html><html lang="ro"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="/style.css"></head><body><header>MOD TEST: nu este Autovit</header><main><h1>${title}</h1>${main}</main></body></html>`;
}

/** An advert as its readers see it. */
export function renderAdvert({ title, photos }: Pick<Advert, 'title' | 'photos'>): string {
  const pictures = Object.values(photos)
    .map((sizes, at) => {
      const [largest = ''] = Object.values(sizes);
      return `<p><img src="${escapeText(largest)}" alt="Poza ${at + 1}"></p>`;
    })
    .join('');
  return wrapPage(escapeText(title), pictures || '<p>Anunțul nu are poze.</p>');
}

export function renderMissing(): string {
  return wrapPage('Pagina nu există', '<p>Anunțul nu există.</p>');
}

interface ShownCall {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** The accounts of the stand-in, and what it was asked, newest first; `/__sim` says the same as JSON. */
export function renderCalls(calls: readonly ShownCall[]): string {
  const dealers = DEALERS.map(({ name, email, password }) => buildRow([name, email, password])).join('');
  const rows = calls
    .toReversed()
    .slice(0, 100)
    .map(({ method, path, status }) => buildRow([method, path, String(status)]))
    .join('');
  return wrapPage(
    'Autovit de probă',
    `<p>Ce nu se știe despre Autovit este presupus.</p><h2>Conturi</h2><table><tr><th>Nume</th><th>Adresă</th><th>Parolă</th></tr>${dealers}</table><h2>Apeluri</h2><table><tr><th>Metodă</th><th>Adresă</th><th>Răspuns</th></tr>${rows}</table>`,
  );
}

function buildRow(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${escapeText(cell)}</td>`).join('')}</tr>`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
