import {
  type Currency,
  formatPagePrice,
  PAGE_LIMITS,
  REPORT_KINDS,
  type ReportKind,
} from '#domain/adverts/lot-page.ts';
import type { AppError } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { formatDay } from '#domain/language/time.ts';
import type { Theme } from '#domain/users/theme.ts';
import type { PageRow } from '#server/adverts/pages/page-store.ts';
import type { ShownPicture } from '#server/adverts/pages/page-view.ts';
import { type Html, html, joinHtml, MARK } from '#server/http/html.ts';

/** What surrounds a document: its address, its built files, the reader's theme. */
export interface Surroundings {
  readonly url: string;
  readonly stylesheet: string | null;
  readonly script: string | null;
  readonly theme: Theme;
}

interface Laid {
  readonly title: string;
  readonly head?: Html;
  readonly body: Html;
}

function layOut({ title, head, body }: Laid, { stylesheet, script, theme }: Surroundings): string {
  return html`<!doctype html>
<html lang="ro"${theme === 'system' ? '' : html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}">
<title>${title}</title>
${head ?? html`<meta name="robots" content="noindex">`}
${stylesheet && html`<link rel="stylesheet" href="${stylesheet}">`}
${script && html`<script type="module" src="${script}"></script>`}
</head>
<body>
<header><a class="logo" href="/" aria-label="Fotolot, pagina de început">${MARK}<span>fotolot</span></a></header>
<main>
${body}
</main>
</body>
</html>
`.text;
}

function formatPrice({ price, currency }: Pick<PageRow, 'price' | 'currency'>): string | null {
  return price === null ? null : formatPagePrice(price, currency as Currency);
}

/** The page of a lot, whole without a script: cover, words and ways to the seller, the other photos, then small tools. */
export function renderPage(page: PageRow, pictures: readonly ShownPicture[], around: Surroundings): string {
  const [cover, ...others] = pictures.map((picture, at) =>
    renderPhoto(page, { picture, at, of: pictures }, around),
  );
  const body = html`<article class="lot">
<p class="cover">${cover}</p>
<div class="about">
<h1>${page.title}</h1>
${renderWays(page, around)}
${page.words !== '' && html`<p class="words">${page.words}</p>`}
</div>
${
  others.length > 0 &&
  html`<ul class="photos" aria-label="Celelalte fotografii">
${joinHtml(others.map((photo) => html`<li>${photo}</li>`))}
</ul>`
}
${renderTools(page, around)}
</article>`;
  return layOut({ title: page.title, head: renderHead(page, pictures[0], around), body }, around);
}

function renderHead(page: PageRow, cover: ShownPicture | undefined, { url }: Surroundings): Html {
  const about = [formatPrice(page), clipText(page.words.replace(/\s+/g, ' '), 180)]
    .filter(Boolean)
    .join(' · ');
  return html`${page.is_indexed ? '' : html`<meta name="robots" content="noindex">`}
<meta name="description" content="${about}">
<meta property="og:type" content="website">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${about}">
<meta property="og:url" content="${url}">
${
  cover &&
  html`<meta property="og:image" content="${url}/${cover.name}.jpg">
<meta property="og:image:width" content="${cover.width}">
<meta property="og:image:height" content="${cover.height}">`
}`;
}

interface Placed {
  readonly picture: ShownPicture;
  readonly at: number;
  readonly of: readonly ShownPicture[];
}

/** A photo that leads to its file, where it can be seen in full size. */
function renderPhoto({ title }: PageRow, { picture, at, of }: Placed, { url }: Surroundings): Html {
  const { name, width, height } = picture;
  const path = `${new URL(url).pathname}/${name}.jpg`;
  const alt = `${title}, fotografia ${at + 1} din ${of.length}`;
  return html`<a class="photo" href="${path}"><img src="${path}" width="${width}" height="${height}" alt="${alt}"${at === 0 ? html` fetchpriority="high"` : html` loading="lazy"`}></a>`;
}

/** The price, and how a buyer reaches the seller. */
function renderWays(page: PageRow, { url }: Surroundings): Html {
  const price = formatPrice(page);
  const message = `Bună! Mă interesează „${page.title}”: ${url}`;
  return html`${price && html`<p class="price">${price}</p>`}
${
  page.phone !== null &&
  html`<p class="acts">
<a class="button" href="https://wa.me/${page.phone}?text=${encodeURIComponent(message)}" rel="noopener noreferrer">Scrie pe WhatsApp</a>
<a class="button quiet" href="tel:+${page.phone}">Sună</a>
</p>`
}`;
}

/** What a reader takes along, and what the page is; the buttons that copy are the script's. */
function renderTools(page: PageRow, { url }: Surroundings): Html {
  const path = new URL(url).pathname;
  return html`<div class="tools">
<p class="acts">
<button class="button quiet" type="button" data-copy="${url}" hidden>Copiază linkul paginii</button>
${page.words !== '' && html`<button class="button quiet" type="button" data-copy="${joinTexts(page)}" hidden>Copiază textul anunțului</button>`}
${page.has_downloads ? html`<a class="button quiet" href="${path}/poze.zip" download>Descarcă tot</a>` : ''}
</p>
<p id="said" role="status"></p>
<p id="by-hand" hidden><textarea rows="3" readonly aria-label="De copiat"></textarea></p>
<p class="end">Pagina e a vânzătorului și stă aici cel mult până pe ${formatDay(page.ends_at)}. <a href="${path}/semnaleaza">Semnalează pagina</a></p>
</div>`;
}

/** Cuts a text between characters. */
function clipText(text: string, most: number): string {
  return [...text].slice(0, most).join('');
}

function joinTexts(page: PageRow): string {
  return [page.title, formatPrice(page), page.words].filter(Boolean).join('\n');
}

/** What stands where a page was, or never was. */
export function renderOver(isKnown: boolean, around: Surroundings): string {
  const title = isKnown ? 'Pagina nu mai există' : 'Nu am găsit pagina';
  const lead = isKnown
    ? 'Vânzătorul a închis-o, i-au trecut zilele sau a fost oprită. Fotografiile ei nu mai sunt publice.'
    : 'Linkul nu e întreg sau nu a fost niciodată bun. Cere-l din nou celui care l-a trimis.';
  return layOut(
    { title: `${title} · Fotolot`, body: html`<h1>${title}</h1><p class="lead">${lead}</p>` },
    around,
  );
}

/** What stands in place of a page, a picture or a report that was refused. */
export function renderRefusal({ code, details }: AppError, around: Surroundings): string {
  return layOut(
    {
      title: 'Nu a mers · Fotolot',
      body: html`<h1>Nu a mers</h1><p class="lead">${errorSentence(code, details)}</p>`,
    },
    around,
  );
}

export function renderComing(around: Surroundings): string {
  return layOut(
    {
      title: 'Se pregătește · Fotolot',
      body: html`<h1>Pagina se pregătește</h1><p class="lead">Fotografiile se copiază acum. Reîncarcă peste câteva secunde.</p>`,
    },
    around,
  );
}

/** A sheet to print: the code in large, what it leads to, and nothing else. */
export function renderPoster(
  page: Pick<PageRow, 'title' | 'price' | 'currency'>,
  code: Html,
  around: Surroundings,
): string {
  const price = formatPrice(page);
  const body = html`<div class="poster"><h1>${page.title}</h1>
${price && html`<p class="price">${price}</p>`}
${code}
<p class="lead">Scanează codul: fotografiile și datele vânzătorului.</p>
<p class="address">${around.url}</p>
<p class="acts"><button class="button" type="button" data-print hidden>Tipărește</button></p></div>`;
  return layOut({ title: `${page.title} · cod QR`, body }, around);
}

const KIND_WORDS: Readonly<Record<ReportKind, string>> = {
  illegal: 'Conținut ilegal',
  fraud: 'Înșelătorie',
  private: 'Se văd date sau oameni fără acordul lor',
  other: 'Altceva',
};

export interface ReportForm {
  readonly kind: string;
  readonly words: string;
  readonly email: string;
  readonly problem: string | null;
}

export const EMPTY_REPORT: ReportForm = { kind: '', words: '', email: '', problem: null };

/** The form by which a reader reports a page, without an account or a script. What it lacks is said by us: browsers have no Romanian of ours. */
export function renderReport(
  { kind, words, email, problem }: ReportForm,
  title: string,
  around: Surroundings,
): string {
  const path = new URL(around.url).pathname;
  const choices = REPORT_KINDS.map(
    (each) =>
      html`<div class="choice"><input type="radio" id="kind-${each}" name="kind" value="${each}" required${each === kind ? html` checked` : ''}><label for="kind-${each}">${KIND_WORDS[each]}</label></div>`,
  );
  const body = html`<h1>Semnalează pagina</h1>
<p class="lead">„${title}”. Fiecare semnalare o citește un om. Dacă ne lași adresa ta, îți scriem ce am hotărât și de ce.</p>
${problem === null ? '' : html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="${path}/semnaleaza" novalidate>
<fieldset><legend>Ce e în neregulă</legend>${joinHtml(choices)}</fieldset>
<div class="field"><label for="words">De ce crezi asta</label><textarea id="words" name="words" rows="5" maxlength="${PAGE_LIMITS.words}" required>${words}</textarea></div>
<div class="field"><label for="email">Emailul tău, dacă vrei răspuns</label><input id="email" name="email" type="email" autocomplete="email" maxlength="254" value="${email}"></div>
<div class="trap" aria-hidden="true"><label for="site">Lasă gol</label><input id="site" name="site" tabindex="-1" autocomplete="off"></div>
<button class="button" type="submit">Trimite</button>
</form>
<p><a href="${path}">Înapoi la pagină</a></p>`;
  return layOut({ title: 'Semnalează pagina · Fotolot', body }, around);
}

export function renderReported(around: Surroundings): string {
  return layOut(
    {
      title: 'Am primit · Fotolot',
      body: html`<h1>Am primit</h1><p class="lead" role="status">Mulțumim. Un om citește semnalarea și hotărăște dacă pagina rămâne. Dacă ne-ai lăsat adresa ta, îți scriem ce am hotărât și de ce.</p>
<p><a href="${new URL(around.url).pathname}">Înapoi la pagină</a></p>`,
    },
    around,
  );
}
