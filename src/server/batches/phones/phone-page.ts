import type { FastifyInstance } from 'fastify';
import { PHONE_PAGE, PHONE_UPLOADS_PATH } from '#contract/phones/phone-links.ts';
import { ACCEPTED_FILES } from '#domain/photos/limits.ts';
import { THEME_COOKIE, THEMES, type Theme } from '#domain/users/theme.ts';
import { findBuiltFile } from '#server/http/files/built-file.ts';
import { PHONE_POLICY } from '#server/http/security/security-headers.ts';

interface Looks {
  readonly script: string | null;
  readonly stylesheet: string | null;
  readonly theme: Theme;
}

/**
 * Mounts the page on which a phone adds photos by a link. It is a document beside the browser's app with one small script, reads no session
 * and is the same for all: which link it is stands in the address's fragment.
 */
export async function mountPhonePage(
  fastify: FastifyInstance,
  { webFolder }: { webFolder: string },
): Promise<void> {
  const [script, stylesheet] = await Promise.all([
    findBuiltFile(webFolder, { name: 'phone', type: 'js' }),
    findBuiltFile(webFolder, { name: 'phone', type: 'css' }),
  ]);
  fastify.get(PHONE_PAGE, { exposeHeadRoute: false }, async ({ cookies }, reply) => {
    const chosen = cookies[THEME_COOKIE.secureName] ?? cookies[THEME_COOKIE.name];
    const theme = THEMES.find((known) => known === chosen) ?? 'system';
    return reply
      .header('content-security-policy', PHONE_POLICY)
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderPage({ script, stylesheet, theme }));
  });
}

const PICKERS = [
  { label: 'Fă o poză', input: 'accept="image/*" capture="environment"' },
  { label: 'Alege din galerie', input: `accept="${ACCEPTED_FILES}" multiple` },
];

/** Nothing in it comes from a request but the name of a theme. */
function renderPage({ script, stylesheet, theme }: Looks): string {
  const pickers = PICKERS.map(
    ({ label, input }) => `<label class="button"><input type="file" ${input}>${label}</label>`,
  );
  return `<!doctype html>
<html lang="ro"${theme === 'system' ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}">
<meta name="robots" content="noindex">
<title>Adaugă fotografii · Fotolot</title>
${stylesheet === null ? '' : `<link rel="stylesheet" href="${stylesheet}">`}
${script === null ? '' : `<script type="module" src="${script}"></script>`}
</head>
<body>
<header><p class="logo">fotolot</p></header>
<main data-uploads="${PHONE_UPLOADS_PATH}">
<h1>Adaugă fotografii</h1>
<p id="lead" class="lead">Apar pe calculator pe măsură ce ajung.</p>
<p id="state" role="status">Se deschide linkul…</p>
<div id="pickers" hidden>
${pickers.join('\n')}
</div>
<p id="sum" role="status"></p>
<button id="again" class="button" type="button" hidden>Încearcă din nou</button>
<ol id="photos" aria-label="Fotografii" hidden></ol>
<noscript><p>Pagina aceasta are nevoie de JavaScript.</p></noscript>
</main>
</body>
</html>
`;
}
