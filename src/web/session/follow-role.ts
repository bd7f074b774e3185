import { queryClient } from '#web/api/queries/query-client.ts';
import { currentUser } from '#web/session/auth.ts';
import { knownClaims, readRights } from '#web/session/claims.ts';

let following = false;

/** Once: when the live document's role differs from the token's claims, the token is refreshed and the rights are checked again. */
export function followRole(recheck: () => void): void {
  if (following) return;
  following = true;
  let tried = '';
  queryClient.getQueryCache().subscribe(() => {
    const user = currentUser();
    const claims = knownClaims();
    if (user === null || claims === null || claims.role === user.role) return;
    // Once per state of the document: a token that still differs after a refresh is newer than it.
    const state = `${user.uid} ${user.rev}`;
    if (tried === state) return;
    tried = state;
    void readRights(user).then(recheck);
  });
}
