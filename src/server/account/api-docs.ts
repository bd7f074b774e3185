import type { FastifyInstance } from 'fastify';
import { API_DESCRIPTION_PATH, API_DOCS_PATH, API_ERROR_CODES, type LotEnded } from '#contract/api/v1.ts';
import { API_TAGS, type Route } from '#contract/route.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { MAX_PHOTO_BYTES, MOST_UNFINISHED } from '#domain/photos/limits.ts';
import { MOST_WEBHOOKS, PAUSE_WORDS } from '#domain/users/webhooks.ts';
import { type LegalPage, layOutPage, renderPageText } from '#server/account/legal/page.ts';
import type { App } from '#server/app.ts';
import { type ApiDescription, describeApi } from '#server/http/api/describe-api.ts';
import type { ApiOperation } from '#server/http/api/describe-uploads.ts';
import { RATE_WORDS } from '#server/http/api/programs.ts';
import { findBuiltFile } from '#server/http/files/built-file.ts';
import { type Html, html, joinHtml } from '#server/http/html.ts';
import { readTheme } from '#server/http/reader-theme.ts';
import { DOCUMENT_POLICY } from '#server/http/security/security-headers.ts';
import { STATUS_BY_CODE } from '#server/http/status-by-code.ts';

/** Mounts the description of the API for programs and its page, a document without script, session and cookie but the theme's. */
export async function mountApiDocs(
  fastify: FastifyInstance,
  app: App,
  { routes, webFolder }: { routes: readonly Route[]; webFolder: string },
): Promise<void> {
  const stylesheet = await findBuiltFile(webFolder, { name: 'legal', type: 'css' });
  const options = { exposeHeadRoute: false };
  fastify.get(API_DESCRIPTION_PATH, options, async (_, reply) =>
    reply.header('cache-control', 'no-store').send(describeApi(routes, app.publicUrl())),
  );
  fastify.get(API_DOCS_PATH, options, async (request, reply) => {
    const page = buildDocs(describeApi(routes, app.publicUrl()), app.publicUrl());
    const document = { path: API_DOCS_PATH, title: page.title, text: renderPageText(page), version: null };
    return reply
      .header('content-security-policy', DOCUMENT_POLICY)
      .header('cache-control', 'no-cache')
      .header('vary', 'Cookie')
      .type('text/html; charset=utf-8')
      .send(layOutPage(app, document, { stylesheet, theme: readTheme(request) }));
  });
}

function buildDocs(description: ApiDescription, url: string): LegalPage {
  return {
    title: 'API pentru programele tale',
    lead: 'Programul tău poate face loturi, trimite fotografii, porni procesări și lua fișierele gata.',
    sections: [
      {
        title: 'Cheia',
        body: html`<p>Fă o cheie în <a href="/settings#keys">Setări › Chei API</a>. Cheile vin cu planurile Pro și Dealer și dorm cât timp planul nu e activ. O cheie care citește doar citește; una care lucrează face și pornește loturi.</p>
<p>Trimite cheia în antetul fiecărei cereri, doar prin https:</p>
<pre><code>curl -H "Authorization: Bearer $FOTOLOT_KEY" ${url}/api/v1/credits</code></pre>
<p>Ține cheia secretă. Dacă a ajuns la altcineva, retrage-o din setări: nu mai merge din acel moment.</p>`,
      },
      {
        title: 'Un lot, pas cu pas',
        body: html`<ol>
<li>Fă lotul: <code>POST /api/v1/batches</code>.</li>
<li>Trimite fotografiile cu <a href="https://tus.io/protocols/resumable-upload">tus 1.0</a>: <code>POST /api/v1/uploads</code> cu <code>batchId</code> în Upload-Metadata, apoi <code>PATCH</code> la adresa din Location. O trimitere întreruptă se reia de unde s-a oprit.</li>
<li>Citește lotul până când toate fotografiile sunt <code>ready</code>. Câmpul <code>start</code> spune ce fotografii pornesc și câte credite costă.</li>
<li>Pornește cu exact acel cost și cu un <code>Idempotency-Key</code> nou: <code>POST /api/v1/batches/{batchId}/start</code>. Dacă nu primești răspuns, repetă cererea cu același Idempotency-Key: lotul nu pornește de două ori.</li>
<li>Citește lotul până când <code>state</code> nu mai e <code>queued</code> sau <code>running</code>, apoi ia fișierele din <code>/api/v1/batches/{batchId}/results</code>.</li>
</ol>`,
      },
      { title: 'Cereri', body: joinHtml([renderOperations(description), renderDescriptionLink()]) },
      { title: 'Anunțuri', body: WEBHOOKS },
      {
        title: 'Limite',
        body: html`<p>${RATE_WORDS} Antetele <code>RateLimit</code> și <code>RateLimit-Policy</code> spun câte mai ai. Peste limită răspunsul e 429, cu <code>Retry-After</code> în secunde.</p>`,
      },
      {
        title: 'Refuzuri',
        body: html`<p>Un refuz e <code>application/problem+json</code> (RFC 9457): <code>code</code> pentru program, <code>message</code> pentru oameni, <code>details</code> cu cifre. Pot apărea și coduri noi.</p>
<dl>${joinHtml(API_ERROR_CODES.map(renderCode))}</dl>`,
      },
    ],
  };
}

const SAMPLE: LotEnded = {
  type: 'lot.done',
  timestamp: '2026-12-01T08:00:00.000Z',
  data: { batchId: 'lot_…', runId: 'run_…', state: 'done', done: 12, failed: 0 },
};

const WEBHOOKS = html`<p>Programul tău poate afla singur că un lot e gata (<code>lot.done</code>) sau eșuat (<code>lot.failed</code>). Adaugă-i adresa în <a href="/settings#keys">Setări › Chei API</a> sau cu <code>POST /api/v1/webhooks</code>; primește acolo un POST ca acesta:</p>
<pre><code>${JSON.stringify(SAMPLE)}</code></pre>
<p>Anunțul e semnat după <a href="https://www.standardwebhooks.com">Standard Webhooks</a>, cu antetele <code>webhook-id</code>, <code>webhook-timestamp</code> și <code>webhook-signature</code>. Verifică semnătura cu secretul adresei, respinge un anunț mai vechi de cinci minute și răspunde cu 2xx în 10 secunde. Altfel încercăm din nou, după ${PAUSE_WORDS}. Dacă nici atunci nu ajunge, oprim adresa și îți scriem. Cu 410 programul o oprește singur.</p>
<p>Același anunț poate veni de două ori, cu același <code>webhook-id</code>, iar anunțurile nu vin neapărat în ordine.</p>`;

function renderOperations({ paths, components }: ApiDescription): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const rows = API_TAGS.flatMap((tag) =>
    operations.filter(({ operation }) => operation.tags.includes(tag)),
  ).map(({ path, method, operation }) => {
    const fields = [...listAsked(operation), ...listBodyFields(operation, components.schemas)];
    return html`<dt><code>${method.toUpperCase()} ${path}</code></dt><dd>${operation.summary}.${fields.length > 0 && html` Cu <code>${fields.join(', ')}</code>.`}</dd>`;
  });
  return html`<dl>${joinHtml(rows)}</dl>`;
}

/** Returns what a request says beside its path. */
function listAsked({ parameters = [] }: ApiOperation): string[] {
  return parameters.filter((parameter) => parameter.in !== 'path').map(({ name }) => name);
}

function listBodyFields(
  { requestBody }: ApiOperation,
  schemas: ApiDescription['components']['schemas'],
): string[] {
  const { $ref = '' }: { $ref?: string } = requestBody?.content['application/json']?.schema ?? {};
  return Object.keys(schemas[$ref.split('/').at(-1) ?? '']?.properties ?? {});
}

function renderDescriptionLink(): Html {
  return html`<p>Toate câmpurile stau în <a href="${API_DESCRIPTION_PATH}">descrierea OpenAPI 3.1</a>, din care se poate genera un client.</p>`;
}

type Code = (typeof API_ERROR_CODES)[number];

function renderCode(code: Code): Html {
  return html`<dt id="${code}"><code>${code}</code> · ${STATUS_BY_CODE[code]}</dt><dd>${explainCode(code)}</dd>`;
}

/** Details for sentences that say them. */
const SAMPLE_DETAILS: Partial<Record<Code, Record<string, unknown>>> = {
  'photos/too-large-file': { limit: MAX_PHOTO_BYTES },
  'photos/too-many-uploads': { limit: MOST_UNFINISHED },
  'recipes/preset-withdrawn': { label: 'OLX' },
  'batches/too-many-photos': { limit: 150 },
  'batches/too-many-outputs': { limit: 8 },
  'credits/cost-changed': { cost: 2 },
  'credits/not-enough': { cost: 3, balance: 1 },
  'users/too-many-webhooks': { limit: MOST_WEBHOOKS },
};

function explainCode(code: Code): string {
  const details = SAMPLE_DETAILS[code];
  return details === undefined ? errorSentence(code) : `De exemplu: ${errorSentence(code, details)}`;
}
