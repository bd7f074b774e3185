import { sql } from 'kysely';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { App } from '#server/app.ts';

/** At most `hits` in `seconds` per key, counted in the database so that every process sees them. */
export interface Limit {
  readonly hits: number;
  readonly seconds: number;
}

/** Counts one hit and refuses past the limit. `key` must already say whom it counts („login:account:…”). */
export async function countHit(app: App, key: string, limit: Limit, code: ErrorCode): Promise<void> {
  const now = app.now();
  const resetsAt = new Date(now.getTime() + limit.seconds * 1000);
  const { rows } = await sql<{ hits: number; resets_at: Date }>`
    insert into rate_limits (key, hits, resets_at) values (${key}, 1, ${resetsAt})
    on conflict (key) do update set
      hits = case when rate_limits.resets_at <= ${now} then 1 else rate_limits.hits + 1 end,
      resets_at = case when rate_limits.resets_at <= ${now} then ${resetsAt} else rate_limits.resets_at end
    returning hits, resets_at`.execute(app.db);
  const [row] = rows;
  if (row && row.hits > limit.hits) {
    const retryAfter = Math.max(1, Math.ceil((row.resets_at.getTime() - now.getTime()) / 1000));
    throw new AppError(code, { retryAfter });
  }
}

export async function forgetHits(app: App, key: string): Promise<void> {
  await app.db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** An address as limits count it: IPv6 by its /64, IPv4 by itself, also when it is written as IPv6. */
export function addressKey(ip: string | undefined): string {
  // A connection that is gone has none.
  if (ip === undefined) return 'gone';
  if (!ip.includes(':')) return ip;
  const groups = ipv6Groups(ip);
  if (!groups) return ip;
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of an address, „::” filled in; null when it is none. */
function ipv6Groups(ip: string): number[] | null {
  const bare = ip.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [front = '', back] = bare.split('::');
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [numbers(front), numbers(back ?? '')];
  const missing = back === undefined ? 0 : 8 - first.length - last.length;
  if (missing < 0) return null;
  const groups = [...first, ...Array<number>(missing).fill(0), ...last];
  return groups.length === 8 && groups.every((group) => group >= 0 && group <= 0xffff) ? groups : null;
}
