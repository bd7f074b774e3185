import Fastify, { type FastifyInstance } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { errorReply } from '#server/http/errors.ts';

/** What a process says of itself to those who keep it running and send it requests. */
export interface Health {
  /** The database replies, everything is wired, and the process was not told to stop. */
  isReady(): Promise<boolean>;
  /** Names what it needs and does not reach. */
  listMissing(): Promise<readonly string[]>;
  /** What of that it serves without. */
  readonly optional?: readonly string[];
}

const PATHS = ['/healthz', '/livez', '/readyz'];

/** Asked by machines, by whatever name they know this one. */
export function isHealth(path: string | undefined): boolean {
  return path !== undefined && PATHS.includes(path);
}

/** `/livez` replies while the event loop turns, whatever else is away: a process is ended for nothing less. */
export function mountHealth(fastify: FastifyInstance, health: Health): void {
  fastify.get('/livez', async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
  fastify.get('/readyz', async (_, reply) => {
    const missing = await health.listMissing();
    const isReady = missing.every((what) => health.optional?.includes(what));
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready', ...(missing.length > 0 && { missing }) });
  });
  fastify.get('/healthz', async (_, reply) => {
    const ready = await health.isReady().catch(() => false);
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'starting' });
  });
}

/** Of a process that takes no requests of people: health, and nothing else. */
export function healthServer(health: Health): FastifyInstance {
  const fastify = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 1 });
  fastify.setNotFoundHandler((_, reply) =>
    reply
      .status(404)
      .header('cache-control', 'no-store')
      .send(errorReply(new AppError('http/not-found'))),
  );
  mountHealth(fastify, health);
  return fastify;
}
