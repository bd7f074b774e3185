import { formatDay } from '#domain/language/time.ts';
import { CONSENT_VERSION, versionDay } from '#domain/payments/consents.ts';
import { NO_OPERATOR, operatorFacts, operatorToday } from '#domain/payments/operator.ts';
import { CARDS_LINE, SAL_NAME, SAL_PICTURE_PATH, SAL_URL } from '#domain/payments/shop-duties.ts';
import type { Theme } from '#domain/users/theme.ts';
import type { App } from '#server/app.ts';
import { type Html, html, joinHtml, MARK } from '#server/http/html.ts';

/** One plain document: no script, no foreign file, no data about its reader. */
export interface LegalPage {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly { readonly title: string; readonly body: Html }[];
}

export const LEGAL_PAGES = [
  { path: '/legal/terms', label: 'Termeni și condiții' },
  { path: '/legal/privacy', label: 'Confidențialitate' },
  { path: '/legal/withdrawal', label: 'Retrage-te din contract aici' },
  { path: '/legal/notice', label: 'Semnalează conținut ilegal' },
  { path: '/legal/accessibility', label: 'Accesibilitate' },
  { path: '/legal/contact', label: 'Contact' },
] as const;

type Facts = Pick<App, 'operator' | 'vat' | 'now' | 'payments' | 'salPicture'>;

/** Returns the seller's record as far as it is entered, and the ways to write or call. */
export function operatorBlock(app: Pick<Facts, 'operator' | 'vat' | 'now'>): Html {
  const operator = operatorToday(app);
  if (!operator) return html`<p><strong>${NO_OPERATOR}.</strong> Cât timp e așa, nu se încasează bani.</p>`;
  const { phone, email } = operator;
  return html`<address>${operatorFacts(operator)}<br>${phone && html`<a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>`}${phone && email && ' · '}${email && html`<a href="mailto:${email}">${email}</a>`}</address>`;
}

/** Returns the operator's address with a link to write to, as part of a sentence. */
export function writeTo({ operator }: Pick<Facts, 'operator'>, subject: string): Html {
  if (!operator?.email) return html`operatorului (${NO_OPERATOR.toLowerCase()})`;
  return html`la <a href="mailto:${operator.email}?subject=${encodeURIComponent(subject)}">${operator.email}</a>`;
}

function testNotice({ payments }: Facts): Html {
  if (payments?.mode === 'live') return html``;
  if (!payments) return html`<p class="notice">Plata cu cardul nu este deschisă încă.</p>`;
  return html`<p class="notice">MOD TEST – nu se încasează bani</p>`;
}

/** Returns ANPC's picture in its prescribed size, or its name where the operator has put no file. */
function salLink({ salPicture }: Facts): Html {
  const shown = salPicture
    ? html`<img src="${SAL_PICTURE_PATH}" width="250" height="50" alt="${SAL_NAME}">`
    : html`${SAL_NAME}`;
  return html`<p><a class="sal" href="${SAL_URL}" rel="noopener">${shown}</a></p>`;
}

interface Looks {
  /** Address of the built styles; null before the first build. */
  readonly stylesheet: string | null;
  readonly theme: Theme;
}

/** Returns a document's own words, without header and footer. */
export function renderPageText({ title, lead, sections }: LegalPage): Html {
  const section = ({ title: heading, body }: LegalPage['sections'][number]) =>
    html`<section><h2>${heading}</h2>${body}</section>`;
  return html`<h1>${title}</h1>
<p class="lead">${lead}</p>
${joinHtml(sections.map(section))}`;
}

export interface LegalDocument {
  readonly path: string;
  readonly title: string;
  readonly text: Html;
  /** Of the text; null for one that belongs to the program. */
  readonly version: string | null;
}

/** Returns a document of today's version. */
export function asToday(path: string, page: LegalPage): LegalDocument {
  return { path, title: page.title, text: renderPageText(page), version: CONSENT_VERSION };
}

/** Returns the whole document as HTML. */
export function layOutPage(
  app: Facts,
  { path, title, text, version }: LegalDocument,
  { stylesheet, theme }: Looks,
): string {
  const link = ({ path: to, label }: { path: string; label: string }) =>
    html`<li><a href="${to}"${to === path ? html` aria-current="page"` : ''}>${label}</a></li>`;
  return html`<!doctype html>
<html lang="ro"${theme === 'system' ? '' : html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}">
<title>${title} · Fotolot</title>
${stylesheet && html`<link rel="stylesheet" href="${stylesheet}">`}
</head>
<body>
<header><a class="logo" href="/" aria-label="Fotolot, pagina de început">${MARK}<span>fotolot</span></a></header>
<main>
${testNotice(app)}
${text}
${version !== null && html`<p class="version">Textul acesta este din ${formatDay(new Date(versionDay(version)))}.</p>`}
</main>
<footer>
<nav aria-label="Documente"><ul>${joinHtml(LEGAL_PAGES.map(link))}</ul></nav>
${salLink(app)}
${app.payments && html`<p>${CARDS_LINE}</p>`}
${operatorBlock(app)}
</footer>
</body>
</html>
`.text;
}
