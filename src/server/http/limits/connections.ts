import type { Server, Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import { ipKey, networkKey } from '#server/http/limits/rate-limit.ts';

/** Connections that may be open at once. A browser keeps six and a stream or two; an office behind one IP address has room. */
export interface ConnectionCaps {
  readonly all: number;
  readonly ofIp: number;
  readonly ofNetwork: number;
}

/** In all: far above what one machine serves, below what it has memory and descriptors for. */
export const CONNECTION_CAPS: ConnectionCaps = { all: 4_000, ofIp: 400, ofNetwork: 1_200 };

/**
 * Closes at once what one IP address, or one network, opens beyond its share. A trusted proxy brings all visitors and has no limit of its own
 * here: it keeps its visitors apart itself.
 */
export function shareConnections(
  server: Server,
  caps: ConnectionCaps,
  trustedProxies: readonly string[],
): void {
  server.maxConnections = caps.all;
  const isTrusted = compile([...trustedProxies]);
  const open = new Map<string, number>();
  const change = (key: string, by: number) => {
    const left = (open.get(key) ?? 0) + by;
    if (left > 0) open.set(key, left);
    else open.delete(key);
    return left;
  };
  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress;
    if (ip === undefined || isTrusted(ip, 0)) return;
    const keys = [ipKey(ip), networkKey(ip)] as const;
    const [ofIp = 0, ofNetwork = 0] = keys.map((key) => change(key, 1));
    socket.once('close', () => {
      for (const key of keys) change(key, -1);
    });
    if (ofIp > caps.ofIp || ofNetwork > caps.ofNetwork) socket.destroy();
  });
}
