import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { orderId } from '#contract/wire.ts';
import type { NotificationProblem } from '#server/adapters/payments/port.ts';
import type { App } from '#server/app.ts';
import { consumeIpRateLimit } from '#server/http/limits/rate-limit.ts';
import { throttleLog } from '#server/http/limits/seldom.ts';
import { handlePaymentReturn } from '#server/payments/provider/handle-payment-return.ts';
import { handleWebhook } from '#server/payments/provider/handle-webhook.ts';

const WEBHOOK_PATH = '/api/payments/netopia/notify';
const RETURN_PATH = '/api/payments/netopia/return';

const A_MINUTE_MS = 60_000;
const BODY_LIMIT = 64 * 1024;
const RETURNS = { hits: 60, seconds: 60 };
const query = z.looseObject({ orderId: z.optional(z.union([orderId, z.array(orderId)])) });

/**
 * Endpoints for the card provider and the bank's pages: no session, any site, the body's very bytes. The notification is believed by its
 * signature alone; the return only reads and sends the browser on to its page.
 */
export async function mountWebhookRoutes(fastify: FastifyInstance, app: App): Promise<void> {
  // Open to all senders: a line each would fill the disk.
  const refused = throttleLog<NotificationProblem>(A_MINUTE_MS, (problem, more) =>
    app.log.warn({ problem, more }, 'a payment notification was not believed'),
  );
  await fastify.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) =>
      done(null, body),
    );
    const options = { bodyLimit: BODY_LIMIT, config: { anySite: true }, exposeHeadRoute: false };
    own.post(WEBHOOK_PATH, options, async (request, reply) => {
      const { headers } = request;
      const rawBody = getBodyBytes(request);
      const { status, body } = await handleWebhook(app, { rawBody, headers }, refused);
      return reply.status(status).header('cache-control', 'no-store').send(body);
    });
    own.route({
      ...options,
      method: ['GET', 'POST'],
      url: RETURN_PATH,
      handler: (request, reply) => comeBack(app, request, reply),
    });
  });
}

async function comeBack(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await consumeIpRateLimit(
    app,
    { name: 'pay-return', ip: request.ip },
    { limit: RETURNS, code: 'http/too-many-requests' },
  );
  const parsed = query.safeParse(request.query);
  const named = parsed.success ? parsed.data.orderId : undefined;
  const id = Array.isArray(named) ? named.at(-1) : named;
  if (id) await handlePaymentReturn(app, id, parsePostedForm(request));
  const target = id ? `/payments/netopia/return?orderId=${id}` : '/payments/netopia/return';
  return reply.header('cache-control', 'no-store').redirect(target, 303);
}

function getBodyBytes(request: FastifyRequest): Uint8Array {
  return request.body instanceof Uint8Array ? request.body : new Uint8Array();
}

/** Every field the bank's page posted. */
function parsePostedForm(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(Buffer.from(getBodyBytes(request)).toString('utf8')));
}
