import * as z from 'zod';
import type { App } from '#server/app.ts';
import { openText, sealText } from '#server/http/security/sealing.ts';

/** Everything secret of a connection. */
export interface Grant {
  readonly accessToken: string;
  /** Null: the site gave none, and access ends with the token. */
  readonly refreshToken: string | null;
}

/** True for access whose hours are over and which nothing renews. */
export function isOver({ expires_at }: { readonly expires_at: Date }, grant: Grant, now: Date): boolean {
  return grant.refreshToken === null && expires_at <= now;
}

type Deps = Pick<App, 'keyedHash'>;

const grantShape = z.object({ accessToken: z.string(), refreshToken: z.nullable(z.string()) });
const buildSeal = (row: string) => ({ purpose: 'advert-grants', info: 'grants at sites', row });

/** Seals a grant for the row of one connection: in another row, or by another installation's secret, it cannot be opened. */
export function sealGrant(app: Deps, connectionId: string, { accessToken, refreshToken }: Grant): string {
  return sealText(app, buildSeal(connectionId), JSON.stringify({ accessToken, refreshToken }));
}

/** Returns null for what cannot be opened: another secret, another row, or damage. */
export function openGrant(app: Deps, connectionId: string, sealed: string | null): Grant | null {
  const text = openText(app, buildSeal(connectionId), sealed);
  try {
    return text === null ? null : grantShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
