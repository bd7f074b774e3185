import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { SHARE_LOST, SHARE_PATH } from '#contract/photos.ts';
import type { BodyDeadlines } from '#server/http/limits/slow-bodies.ts';

/**
 * Takes photos that an app shares while no service worker runs: forms from any site, mostly without the session. They are dropped as they
 * arrive and the browser is redirected to the page, which says so. The whole form is awaited, since a browser reads the response only once
 * it has sent everything.
 */
export async function mountLostShare(fastify: FastifyInstance, { droppedMs }: BodyDeadlines): Promise<void> {
  await fastify.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', (_request, _payload, done) => done(null));
    own.post(SHARE_PATH, { config: { anySite: true } }, async ({ raw }, reply) => {
      raw.resume();
      // A client that left gets no response; a slow one gets it before its end.
      await finished(raw, { signal: AbortSignal.timeout(droppedMs), cleanup: true }).catch(() => {});
      return reply.header('cache-control', 'no-store').redirect(`${SHARE_PATH}?shared=${SHARE_LOST}`, 303);
    });
  });
}
