import type { FastifyInstance } from 'fastify';
import { PHONE_PAGE } from '#contract/phones/phone-links.ts';
import { RESULTS_PAGE } from '#contract/phones/result-links.ts';
import { ACCEPTED_FILES } from '#domain/photos/limits.ts';
import type { Theme } from '#domain/users/theme.ts';
import { findBuiltFile } from '#server/http/files/built-file.ts';
import { readTheme } from '#server/http/reader-theme.ts';
import { PHONE_POLICY } from '#server/http/security/security-headers.ts';

interface PhonePage {
  readonly path: string;
  /** Name of its built script and styles. */
  readonly name: string;
  readonly title: string;
  /** What stands under the title. */
  readonly body: string;
}

const PICKERS = [
  { label: 'Fă o poză', input: 'accept="image/*" capture="environment"' },
  { label: 'Alege din galerie', input: `accept="${ACCEPTED_FILES}" multiple` },
];

const PAGES: readonly PhonePage[] = [
  {
    path: PHONE_PAGE,
    name: 'phone',
    title: 'Adaugă fotografii',
    body: `<p id="lead" class="lead">Apar pe calculator pe măsură ce ajung.</p>
<p id="state" role="status">Se deschide linkul…</p>
<div id="pickers" hidden>
${PICKERS.map(({ label, input }) => `<label class="button"><input type="file" ${input}>${label}</label>`).join('\n')}
</div>
<p id="sum" role="status"></p>
<button id="again" class="button" type="button" hidden>Încearcă din nou</button>
<ol id="photos" aria-label="Fotografii" hidden></ol>`,
  },
  {
    path: RESULTS_PAGE,
    name: 'phone-results',
    title: 'Fotografiile gata',
    body: `<p id="state" role="status">Se deschide linkul…</p>
<p id="coming" role="status"></p>
<div id="variants"></div>`,
  },
];

/**
 * Mounts the pages that a phone opens by a link: to add photos, and to take results. Each is a document beside the browser's app with a small
 * script of its own, reads no session and is the same for all: which link it is stands in the address's fragment.
 */
export async function mountPhonePages(
  fastify: FastifyInstance,
  { webFolder }: { webFolder: string },
): Promise<void> {
  for (const page of PAGES) {
    const [script, stylesheet] = await Promise.all([
      findBuiltFile(webFolder, { name: page.name, type: 'js' }),
      findBuiltFile(webFolder, { name: page.name, type: 'css' }),
    ]);
    fastify.get(page.path, { exposeHeadRoute: false }, async (request, reply) => {
      const theme = readTheme(request);
      return reply
        .header('content-security-policy', PHONE_POLICY)
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(renderPage(page, { script, stylesheet, theme }));
    });
  }
}

interface Looks {
  readonly script: string | null;
  readonly stylesheet: string | null;
  readonly theme: Theme;
}

/** Nothing in it comes from a request but the name of a theme. */
function renderPage({ title, body }: PhonePage, { script, stylesheet, theme }: Looks): string {
  return `<!doctype html>
<html lang="ro"${theme === 'system' ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}">
<meta name="robots" content="noindex">
<title>${title} · Fotolot</title>
${stylesheet === null ? '' : `<link rel="stylesheet" href="${stylesheet}">`}
${script === null ? '' : `<script type="module" src="${script}"></script>`}
</head>
<body>
<header><p class="logo">fotolot</p></header>
<main>
<h1>${title}</h1>
${body}
<noscript><p>Pagina aceasta are nevoie de JavaScript.</p></noscript>
</main>
</body>
</html>
`;
}
