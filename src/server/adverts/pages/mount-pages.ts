import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encode } from 'uqr';
import { LOT_PAGES } from '#contract/adverts/pages.ts';
import { safeFileName } from '#domain/batches/file-names.ts';
import { AppError } from '#domain/errors.ts';
import { buildPageUrl } from '#server/adverts/pages/lot-page.ts';
import {
  EMPTY_REPORT,
  renderComing,
  renderOver,
  renderPage,
  renderPoster,
  renderRefusal,
  renderReport,
  renderReported,
  type Surroundings,
} from '#server/adverts/pages/page-document.ts';
import { findShownPages, type ShownPage } from '#server/adverts/pages/page-view.ts';
import { reportPage } from '#server/adverts/pages/reports.ts';
import { createPictureDesk, sendPublicPicture } from '#server/adverts/pictures/send-picture.ts';
import type { App } from '#server/app.ts';
import { buildZip } from '#server/batches/downloads/zip-files.ts';
import { noteDocumentFailure } from '#server/http/document-failure.ts';
import type { NoteFailure } from '#server/http/errors.ts';
import { findBuiltFile } from '#server/http/files/built-file.ts';
import { sendPublicDownload } from '#server/http/files/send-file.ts';
import { acceptForms, readFormFields } from '#server/http/forms.ts';
import { Html } from '#server/http/html.ts';
import { createPlaces, type Places } from '#server/http/limits/download-places.ts';
import { tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';
import { createPublicTurn } from '#server/http/limits/public-reads.ts';
import { ipKey } from '#server/http/limits/rate-limit.ts';
import { createBatchLoader } from '#server/http/limits/together.ts';
import { readTheme } from '#server/http/reader-theme.ts';
import { READER_POLICY } from '#server/http/security/security-headers.ts';
import { publicPictureKey } from '#server/photos/file-keys.ts';

const CODE = /^[a-z0-9]{26}$/;
const PICTURE = /^([0-9a-f]{16})\.jpg$/;
/** Requests of one address of the internet: a page with all its pictures many times over, and an office behind one address. */
const READS = { burst: 400, perSecond: 15 };
/** A ZIP reads all pictures of a page: one reader has one at a time. */
const ZIP_EACH = { most: 1, mostWaiting: 2 };
const ZIPS = { most: 8, mostWaiting: 40 };
/** An end counts after five minutes in all caches. */
const SHORTLY = 'private, max-age=300';
const BODY_LIMIT = 16 * 1024;

const takePageTurn = createPublicTurn();

type Request = FastifyRequest<{ Params: { code: string; file?: string } }>;

interface Mounted {
  readonly app: App;
  readonly find: (code: string) => Promise<ShownPage | undefined>;
  readonly around: (request: Request) => Surroundings;
  readonly desk: ReturnType<typeof createPictureDesk>;
  readonly zips: Readonly<Record<'each' | 'all', Places>>;
  readonly rate: ReturnType<typeof tokenBuckets>;
}

/**
 * Mounts the pages of lots, their pictures, ZIP, sheet to print and report: documents beside the browser's app, without session and cookie
 * but the theme's. A code that is none costs no query.
 */
export async function mountLotPages(
  fastify: FastifyInstance,
  app: App,
  { webFolder, noteFailure }: { webFolder: string; noteFailure: NoteFailure },
): Promise<void> {
  const [script, stylesheet] = await Promise.all([
    findBuiltFile(webFolder, { name: 'lot-page', type: 'js' }),
    findBuiltFile(webFolder, { name: 'lot-page', type: 'css' }),
  ]);
  const load = createBatchLoader((codes: readonly string[]) => findShownPages(app, codes));
  const mounted: Mounted = {
    app,
    find: async (code) => (CODE.test(code) ? load(code) : undefined),
    around: (request) => {
      const { code = '' } = request.params;
      const url = buildPageUrl(app, CODE.test(code) ? code : '');
      return { url, script, stylesheet, theme: readTheme(request) };
    },
    desk: createPictureDesk(app),
    zips: { each: createPlaces(ZIP_EACH), all: createPlaces(ZIPS) },
    rate: tokenBuckets(READS),
  };
  await fastify.register(async (own) => {
    acceptForms(own, { bodyLimit: BODY_LIMIT });
    own.setErrorHandler((error, request, reply) => {
      const { refusal, status } = noteDocumentFailure(noteFailure, error, { request, reply });
      const document = renderRefusal(refusal, mounted.around(request as Request));
      return sendDocument(reply, { document, isIndexed: false, status });
    });
    const options = { exposeHeadRoute: false, bodyLimit: BODY_LIMIT };
    for (const url of [`${LOT_PAGES}:code`, `${LOT_PAGES}:code/:file`])
      own.route({
        ...options,
        method: ['GET', 'HEAD'],
        url,
        handler: (request, reply) => sendPart(mounted, request as Request, reply),
      });
    own.post(`${LOT_PAGES}:code/semnaleaza`, options, (request, reply) =>
      takeReport(mounted, request as Request, reply),
    );
  });
}

async function sendPart(mounted: Mounted, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const { rate, find } = mounted;
  rate.take(ipKey(request.ip));
  await takePageTurn();
  const { code, file } = request.params;
  const shown = await find(code);
  if (shown === undefined || shown.pictures.length === 0) return sendOver(mounted, { request, reply }, shown);
  // An address with a slash at its end is the same page.
  if (file === undefined || file === '') return sendPage(mounted, { request, reply }, shown);
  if (file === 'semnaleaza') {
    const document = renderReport(EMPTY_REPORT, shown.page.title, mounted.around(request));
    return sendDocument(reply, { document, isIndexed: false });
  }
  if (file === 'cod') return sendPoster(mounted, { request, reply }, shown);
  if (file === 'poze.zip' && shown.page.has_downloads) return sendZip(mounted, { request, reply }, shown);
  const name = PICTURE.exec(file)?.[1];
  const picture = shown.pictures.find((each) => each.name === name);
  if (picture === undefined) throw new AppError('http/not-found');
  return sendPublicPicture(mounted, { request, reply, picture });
}

interface Exchange {
  readonly request: Request;
  readonly reply: FastifyReply;
}

function sendDocument(
  reply: FastifyReply,
  { document, isIndexed, status = 200 }: { document: string; isIndexed: boolean; status?: number },
): FastifyReply {
  if (!isIndexed) reply.header('x-robots-tag', 'noindex');
  return (
    reply
      .status(status)
      .header('content-security-policy', READER_POLICY)
      // A form's own page is told where it came from: older browsers send no other sign that it is ours.
      .header('referrer-policy', 'same-origin')
      .header('cache-control', status === 200 ? SHORTLY : 'no-store')
      .header('vary', 'Cookie')
      .type('text/html; charset=utf-8')
      .send(document)
  );
}

/** A page that is over is 410, one that never was 404; one whose pictures are on their way is neither. */
function sendOver(
  { around }: Mounted,
  { request, reply }: Exchange,
  shown: ShownPage | undefined,
): FastifyReply {
  if (shown?.isComing)
    return sendDocument(reply, { document: renderComing(around(request)), isIndexed: false, status: 503 });
  const isKnown = shown !== undefined;
  const document = renderOver(isKnown, around(request));
  return sendDocument(reply, { document, isIndexed: false, status: isKnown ? 410 : 404 });
}

function sendPage(
  { around }: Mounted,
  { request, reply }: Exchange,
  { page, pictures }: ShownPage,
): FastifyReply {
  const document = renderPage(page, pictures, around(request));
  return sendDocument(reply, { document, isIndexed: page.is_indexed });
}

/** Blank dots around the code that readers need. */
const BORDER = 4;

function sendPoster({ around }: Mounted, { request, reply }: Exchange, { page }: ShownPage): FastifyReply {
  const surroundings = around(request);
  const { data, size } = encode(surroundings.url, { ecc: 'M', border: BORDER });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  const code = new Html(
    `<svg role="img" aria-label="Cod QR" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${dots.join('')}"/></svg>`,
  );
  return sendDocument(reply, { document: renderPoster(page, code, surroundings), isIndexed: false });
}

async function sendZip(
  { app, zips }: Mounted,
  { request, reply }: Exchange,
  { page, pictures }: ShownPage,
): Promise<FastifyReply> {
  if (request.method === 'HEAD') return reply.type('application/zip').send();
  const isHere =
    (await zips.each.take(ipKey(request.ip), reply.raw)) && (await zips.all.take('all', reply.raw));
  if (!isHere) return reply.hijack();
  const stem = safeFileName(page.title, 'Fotografii');
  const files = pictures.map(({ id, bytes }, at) => ({
    name: `${stem}_${String(at + 1).padStart(2, '0')}.jpg`,
    size: bytes,
    lastModified: page.published_at,
    key: publicPictureKey(id),
  }));
  return sendPublicDownload(reply, buildZip(app, `${stem}.zip`, { files }));
}

async function takeReport(mounted: Mounted, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const { app, rate, find, around } = mounted;
  rate.take(ipKey(request.ip));
  await takePageTurn();
  const shown = await find(request.params.code);
  if (shown === undefined || shown.pictures.length === 0) return sendOver(mounted, { request, reply }, shown);
  const refused = await reportPage(app, shown.page, { ip: request.ip, fields: readFormFields(request) });
  const document =
    refused === null
      ? renderReported(around(request))
      : renderReport(refused, shown.page.title, around(request));
  return sendDocument(reply, { document, isIndexed: false, status: refused === null ? 200 : 400 });
}
