import { GRACE_DAYS } from '#domain/credits/grants.ts';
import { plusDays } from '#domain/days.ts';

/**
 * Grants that are due expire in the transaction of the next hold at the latest; held credits do not expire. A grant that fell due while its
 * credits were held lives 7 days from that release, once per grant.
 */
interface Dated {
  readonly expiresAt: Date | null;
  /** Time its grace was given; null while it still may be. */
  readonly extendedAt: Date | null;
}

export function isDue({ expiresAt }: Pick<Dated, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now.getTime();
}

/** Returns the grant with its dates after held credits came back to it at `now`. */
export function afterRelease<G extends Dated>(grant: G, now: Date): G {
  if (!isDue(grant, now) || grant.extendedAt !== null) return grant;
  return { ...grant, expiresAt: plusDays(now, GRACE_DAYS), extendedAt: now };
}
