import Fastify, { type FastifyInstance } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { errorReply } from '#server/http/errors.ts';

/** What a process tells load balancers and supervisors about itself. */
export interface Health {
  /** True when the database replies, everything is wired, and the process was not told to stop. */
  isReady(): Promise<boolean>;
  /** Returns the names of dependencies that it does not reach. */
  listMissing(): Promise<readonly string[]>;
  /** Dependencies whose absence does not make the process unready. */
  readonly optional?: readonly string[];
}

const PATHS = ['/healthz', '/livez', '/readyz'];

/** True for paths that machines ask, by whatever host name. */
export function isHealth(path: string | undefined): boolean {
  return path !== undefined && PATHS.includes(path);
}

/**
 * Mounts the health paths. `/livez` replies while the event loop turns, whatever else is away: nothing less is a reason to end a process.
 */
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

/** Server of a process without requests of people: health, and nothing else. */
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
