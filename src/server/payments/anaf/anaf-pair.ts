import * as z from 'zod';
import type { AnafGrant } from '#server/adapters/anaf/port.ts';
import type { App } from '#server/app.ts';
import { openText, sealText } from '#server/http/security/sealing.ts';
import type { AnafHeld, NewAccess } from '#server/payments/anaf/anaf-store.ts';

/** Both tokens. */
export interface AnafPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** `before`: the pair that the current one replaced, while no call with the current one has worked. */
export interface AnafPairs {
  readonly current: AnafPair;
  readonly before: AnafPair | null;
}

type Deps = Pick<App, 'keyedHash'>;

const shape = z.object({ accessToken: z.string(), refreshToken: z.string() });
const buildSeal = (row: string) => ({ purpose: 'anaf-grant', info: 'access to ANAF', row });

/** Returns null where there is no access, or none that this installation can open. */
export function openPairs(app: Deps, { connection, access }: AnafHeld): AnafPairs | null {
  const current = openPair(app, connection.id, access?.sealed ?? null);
  return current && { current, before: openPair(app, connection.id, access?.sealed_before ?? null) };
}

function openPair(app: Deps, connectionId: string, sealed: string | null): AnafPair | null {
  const text = openText(app, buildSeal(connectionId), sealed);
  return text === null ? null : shape.parse(JSON.parse(text));
}

/** Returns what is stored of an access; `before`: the pair that gave it, as long as the new one has not worked. */
export function sealAccess(
  app: Deps,
  connectionId: string,
  { grant, before, now }: { grant: AnafGrant; before: AnafPair | null; now: Date },
): NewAccess {
  const seal = ({ accessToken, refreshToken }: AnafPair) =>
    sealText(app, buildSeal(connectionId), JSON.stringify({ accessToken, refreshToken }));
  return {
    sealed: seal(grant),
    sealed_before: before && seal(before),
    expires_at: grant.expiresAt,
    refresh_expires_at: grant.refreshExpiresAt,
    renewed_at: now,
  };
}
