import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { SAL_PICTURE_PATH } from '#domain/payments/shop-duties.ts';
import { DOCUMENTS } from '#server/account/legal/documents.ts';
import { asToday, type LegalDocument, layOutPage } from '#server/account/legal/page.ts';
import {
  askWithdrawal,
  beginWithdrawal,
  confirmWithdrawal,
  openMailedLink,
  toRefusalStep,
  type WithdrawalReply,
} from '#server/account/legal/withdrawal-function.ts';
import { CONFIRM_PATH, WITHDRAWAL_PATH, withdrawalPage } from '#server/account/legal/withdrawal-page.ts';
import type { App } from '#server/app.ts';
import { noteDocumentFailure } from '#server/http/document-failure.ts';
import type { NoteFailure } from '#server/http/errors.ts';
import { findBuiltFile } from '#server/http/files/built-file.ts';
import { acceptForms, readFormFields } from '#server/http/forms.ts';
import { Html } from '#server/http/html.ts';
import { readTheme } from '#server/http/reader-theme.ts';
import { DOCUMENT_POLICY, FILE_POLICY, FORM_POLICY } from '#server/http/security/security-headers.ts';
import { findTextBySha256, TEXTS_PATH } from '#server/payments/checkout/legal-text-store.ts';

interface Surroundings {
  readonly webFolder: string;
  readonly noteFailure: NoteFailure;
}

type Send = (request: FastifyRequest, reply: FastifyReply, document: LegalDocument) => FastifyReply;

/**
 * Mounts the public documents beside the browser's app. They work without a session, a script or a cookie; a cookie may choose the theme.
 */
export async function mountLegalPages(
  fastify: FastifyInstance,
  app: App,
  { webFolder, noteFailure }: Surroundings,
): Promise<void> {
  const stylesheet = await findBuiltFile(webFolder, { name: 'legal', type: 'css' });
  const send: Send = (request, reply, document) =>
    reply
      .header('vary', 'Cookie')
      .type('text/html; charset=utf-8')
      .send(layOutPage(app, document, { stylesheet, theme: readTheme(request) }));
  const sendText = (request: FastifyRequest, reply: FastifyReply, document: LegalDocument) => {
    reply.header('content-security-policy', DOCUMENT_POLICY).header('cache-control', 'no-cache');
    return send(request, reply, document);
  };
  // Documents are rendered at each request: their words on the seller's registration change with its day.
  for (const [path, pageOf] of Object.entries(DOCUMENTS))
    fastify.get(path, { exposeHeadRoute: false }, async (request, reply) =>
      sendText(request, reply, asToday(path, pageOf(app))),
    );
  fastify.get(`${TEXTS_PATH}:sha256`, { exposeHeadRoute: false }, async (request, reply) => {
    const { sha256 } = request.params as { sha256: string };
    const kept = /^[0-9a-f]{64}$/.test(sha256) ? await findTextBySha256(app.db, sha256) : null;
    if (!kept) throw new AppError('http/not-found');
    const title = /<h1>(.*?)<\/h1>/.exec(kept.html)?.[1] ?? '';
    const text = new Html(kept.html);
    return sendText(request, reply, { path: '', title, text, version: kept.version });
  });
  const { salPicture } = app;
  if (salPicture)
    fastify.get(SAL_PICTURE_PATH, { exposeHeadRoute: false }, async (_, reply) =>
      reply
        .header('content-security-policy', FILE_POLICY)
        .header('cache-control', 'public, max-age=86400')
        .type(salPicture.type)
        .send(salPicture.bytes),
    );
  await mountWithdrawal(fastify, app, { send, noteFailure });
}

/** Room for a person's fields and the seal. */
const BODY_LIMIT = 8 * 1024;

/** Mounts the pages of withdrawal, which have forms of their own and show errors as pages. */
async function mountWithdrawal(
  fastify: FastifyInstance,
  app: App,
  { send, noteFailure }: { send: Send; noteFailure: NoteFailure },
): Promise<void> {
  const show = (request: FastifyRequest, reply: FastifyReply, { step, status }: WithdrawalReply) => {
    reply.status(status).header('content-security-policy', FORM_POLICY).header('cache-control', 'no-store');
    return send(request, reply, asToday(WITHDRAWAL_PATH, withdrawalPage(app, step)));
  };
  await fastify.register(async (own) => {
    acceptForms(own, { bodyLimit: BODY_LIMIT });
    own.setErrorHandler((error, request, reply) => {
      const { refusal, status } = noteDocumentFailure(noteFailure, error, { request, reply });
      return show(request, reply, { step: toRefusalStep(readFormFields(request), refusal), status });
    });
    const options = { bodyLimit: BODY_LIMIT, exposeHeadRoute: false };
    own.get(WITHDRAWAL_PATH, options, async (request, reply) => {
      const { order, link } = request.query as { order?: unknown; link?: unknown };
      if (typeof link === 'string') return show(request, reply, await openMailedLink(app, request, link));
      return show(request, reply, { step: beginWithdrawal(order), status: 200 });
    });
    own.post(WITHDRAWAL_PATH, options, async (request, reply) =>
      show(request, reply, await askWithdrawal(app, request, readFormFields(request))),
    );
    own.get(CONFIRM_PATH, options, async (_, reply) => reply.redirect(WITHDRAWAL_PATH, 303));
    own.post(CONFIRM_PATH, options, async (request, reply) =>
      show(request, reply, await confirmWithdrawal(app, request, readFormFields(request))),
    );
  });
}
