import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { pipeline } from 'node:stream';
import type { ReadyMembers } from './ready-members.ts';

export interface Front {
  close(): void;
}

/** A plain proxy before processes: each request goes to the next one that is ready, and one that dies under it is answered with 502. */
export async function startFront(port: number, ready: ReadyMembers): Promise<Front> {
  // As long as the processes say that they keep one: their word is passed on.
  const server = createServer({ keepAliveTimeout: 72_000 }, (asked, reply) => {
    const fail = () => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end());
    const to = ready.count > 0 ? ready.takeNextReady() : null;
    if (!to) return fail();
    const { hostname, port: inner } = new URL(to.url);
    const passed = request(
      { hostname, port: inner, method: asked.method, path: asked.url, headers: asked.headers, agent: false },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        reply.flushHeaders();
        pipeline(answer, reply, () => {});
      },
    );
    passed.on('error', fail);
    reply.on('close', () => passed.destroy());
    pipeline(asked, passed, () => {});
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
