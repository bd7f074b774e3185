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

/** Spare connections at a time. The oldest makes room: one that asks at once, as health checks do, has its answer by then. */
const MOST_SPARE = 64;
const SPARE_MS = 5_000;

/** Connections past a cap: they get one answer, which only health has a good one of. */
export type SpareConnections = Pick<ReadonlySet<Socket>, 'has' | 'size'>;

/**
 * Keeps apart what is opened beyond the cap of all, or beyond the share of one IP address or network. A trusted proxy brings all visitors and
 * has no share of its own here: it keeps its visitors apart itself.
 */
export function shareConnections(
  server: Server,
  caps: ConnectionCaps,
  trustedProxies: readonly string[],
): SpareConnections {
  const isTrusted = compile([...trustedProxies]);
  const open = new Map<string, number>();
  const spare = new Set<Socket>();
  const change = (key: string, by: number) => {
    const left = (open.get(key) ?? 0) + by;
    if (left > 0) open.set(key, left);
    else open.delete(key);
  };
  server.on('connection', (socket: Socket) => {
    const counted = listCounters(socket.remoteAddress, caps, isTrusted);
    if (counted.some(({ key, most }) => (open.get(key) ?? 0) >= most)) return holdSpare(spare, socket);
    for (const { key } of counted) change(key, 1);
    socket.once('close', () => {
      for (const { key } of counted) change(key, -1);
    });
  });
  return spare;
}

function listCounters(
  ip: string | undefined,
  caps: ConnectionCaps,
  isTrusted: ReturnType<typeof compile>,
): { key: string; most: number }[] {
  const all = { key: 'all', most: caps.all };
  if (ip === undefined || isTrusted(ip, 0)) return [all];
  return [all, { key: ipKey(ip), most: caps.ofIp }, { key: networkKey(ip), most: caps.ofNetwork }];
}

function holdSpare(spare: Set<Socket>, socket: Socket): void {
  spare.add(socket);
  const end = setTimeout(() => socket.destroy(), SPARE_MS).unref();
  socket.once('close', () => {
    clearTimeout(end);
    spare.delete(socket);
  });
  if (spare.size <= MOST_SPARE) return;
  const [oldest] = spare;
  oldest?.destroy();
  if (oldest) spare.delete(oldest);
}
