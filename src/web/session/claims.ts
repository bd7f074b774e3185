import { readToken, refreshToken, type TokenClaims } from '#contract/auth.ts';
import type { UserDocument } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { createStore, useStore } from '#web/api/store.ts';
import { identity } from '#web/session/auth.ts';

/** The claims of this session's token: a copy for the screen, the server asks its database at each request. No part of a first load. */
const known = createStore<TokenClaims | null>(null);

export function knownClaims(): TokenClaims | null {
  return known.read();
}

export function useClaims(): TokenClaims | null {
  return useStore(known);
}

identity.subscribe(() => {
  if (identity.read().state === 'out') known.write(null);
});

/** The claims as they were when the token was issued. Throws ApiError. */
export async function readClaims(): Promise<TokenClaims> {
  const claims = await call(readToken, {});
  known.write(claims);
  return claims;
}

/** Forced refresh: a new token with the claims of now. Throws ApiError. */
export async function refreshClaims(): Promise<TokenClaims> {
  const claims = await call(refreshToken, {});
  known.write(claims);
  return claims;
}

/** Returns the token's claims for the guard, refreshed when the live document's role differs; without a server the document's own. */
export async function readRights(user: UserDocument): Promise<Pick<TokenClaims, 'admin' | 'role'>> {
  try {
    const claims = knownClaims() ?? (await readClaims());
    return claims.role === user.role ? claims : await refreshClaims();
  } catch {
    return { admin: false, role: user.role };
  }
}
