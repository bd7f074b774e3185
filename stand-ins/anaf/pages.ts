import type { Certificate } from './certificates.ts';

export const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
header { padding: .625rem 1rem; background: #ffd257; color: #221d18; font-weight: 700; text-align: center; }
main { max-width: 32rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.2; }
button { display: block; width: 100%; min-height: 2.75rem; margin-bottom: .625rem; border: 1px solid; border-radius: .625rem; font: inherit; font-weight: 600; cursor: pointer; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
td, th { padding: .25rem .5rem; border-bottom: 1px solid; text-align: left; overflow-wrap: anywhere; }
`;

function wrapPage(title: string, main: string): string {
  return `<!doctype html><html lang="ro"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="/style.css"></head><body><header>MOD TEST: nu este ANAF</header><main><h1>${title}</h1>${main}</main></body></html>`;
}

/** In place of the browser's list of certificates: one button for each. */
export function renderCertificates(
  fields: Readonly<Record<string, string>>,
  certificates: readonly Certificate[],
): string {
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeText(name)}" value="${escapeText(value)}">`)
    .join('');
  const buttons = certificates
    .map(
      ({ serial, name }) =>
        `<button name="certificate" value="${serial}">${escapeText(name)} (${serial})</button>`,
    )
    .join('');
  return wrapPage(
    'Alegeți certificatul digital',
    `<p>Certificatele sunt inventate. Aplicația va putea transmite și citi facturi în RO e-Factura.</p><form method="post">${hidden}${buttons}<button name="certificate" value="">Renunț</button></form>`,
  );
}

export function renderRefusal(words: string): string {
  return wrapPage('Cererea nu e bună', `<p>${escapeText(words)}</p>`);
}

/** What the office was asked, newest first; `/__sim` says the same as JSON. */
export function renderCalls(calls: readonly { method: string; path: string; status: number }[]): string {
  const rows = calls
    .toReversed()
    .slice(0, 100)
    .map(
      ({ method, path, status }) =>
        `<tr><td>${method}</td><td>${escapeText(path)}</td><td>${status || 'fără'}</td></tr>`,
    )
    .join('');
  return wrapPage('Apeluri', `<table><tr><th>Metodă</th><th>Adresă</th><th>Răspuns</th></tr>${rows}</table>`);
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
