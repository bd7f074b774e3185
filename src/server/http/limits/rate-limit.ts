import { isIP } from 'node:net';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { App } from '#server/app.ts';
import { countHit } from '#server/http/limits/rate-limit-store.ts';

/** At most `hits` in `seconds` per key, counted in the database so that every process sees them. */
interface RateLimit {
  readonly hits: number;
  readonly seconds: number;
}

interface LimitRule {
  readonly limit: RateLimit;
  /** Code of the refusal. */
  readonly code: ErrorCode;
}

/** Counts one hit; false past the limit. */
export async function isWithinLimit(app: App, key: string, limit: RateLimit): Promise<boolean> {
  return (await countOver(app, key, limit)) === null;
}

/** Counts one hit. Throws `code` with `retryAfter` in seconds past the limit. `key` must already say whom it counts („login:account:…”). */
export async function consumeRateLimit(app: App, key: string, { limit, code }: LimitRule): Promise<void> {
  const retryAfter = await countOver(app, key, limit);
  if (retryAfter !== null) throw new AppError(code, { retryAfter });
}

/** Counts one hit; returns the seconds until the limit counts anew, null within it. */
async function countOver(app: App, key: string, limit: RateLimit): Promise<number | null> {
  const now = app.now();
  const resetsAt = new Date(now.getTime() + limit.seconds * 1000);
  const counted = await countHit(app.db, { key, at: now, resetsAt });
  if (!counted || counted.hits <= limit.hits) return null;
  return Math.max(1, Math.ceil((counted.resetsAt.getTime() - now.getTime()) / 1000));
}

/** Limit of a whole network, as a multiple of that of one IP address. */
const NETWORK_SHARE = 4;

/**
 * Counts a hit of an IP address and of its network, since owning a whole network must bring only a few more tries. Throws `code` past a
 * limit.
 */
export async function consumeIpRateLimit(
  app: App,
  { name, ip }: { name: string; ip: string | undefined },
  { limit, code }: LimitRule,
): Promise<void> {
  await consumeRateLimit(app, `${name}:${ipKey(ip)}`, { limit, code });
  const shared = { ...limit, hits: limit.hits * NETWORK_SHARE };
  await consumeRateLimit(app, `${name}:${networkKey(ip)}`, { limit: shared, code });
}

/** All other texts count as one: a client that may write the header could write another one each time. */
const NO_IP = 'no address';

/** Returns an IP address as limits count it: IPv6 by its /64, IPv4 by itself, also when written as IPv6; without a port. */
export function ipKey(ip: string | undefined): string {
  const groups = parseIpGroups(ip);
  if (groups === null) return NO_IP;
  return asIpv4(groups)?.join('.') ?? formatPrefix(groups, 4);
}

/** Returns the network that one customer or hosted machine may own: IPv6 by its /48, IPv4 by its /24. */
export function networkKey(ip: string | undefined): string {
  const groups = parseIpGroups(ip);
  if (groups === null) return `network of ${NO_IP}`;
  const bytes = asIpv4(groups);
  return bytes ? `${bytes.slice(0, 3).join('.')}.0/24` : formatPrefix(groups, 3);
}

function formatPrefix(groups: readonly number[], length: number): string {
  const shown = groups.slice(0, length).map((group) => group.toString(16));
  return `${shown.join(':')}::/${length * 16}`;
}

function asIpv4(groups: readonly number[]): number[] | null {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255] : null;
}

/** Returns the eight numbers of an IP address (IPv4 as mapped IPv6), „::” filled in; null for other texts. */
function parseIpGroups(text: string | undefined): number[] | null {
  // A closed connection has no address.
  const ip = withoutPort(text ?? '');
  const version = isIP(ip);
  if (version === 0) return null;
  const bare = (version === 4 ? `::ffff:${ip}` : ip)
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    });
  const [front = '', back] = bare.split('::');
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [numbers(front), numbers(back ?? '')];
  const missing = back === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<number>(missing).fill(0), ...last];
}

/** Some proxies write „1.2.3.4:5678” or „[2001:db8::1]:5678”. */
function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
