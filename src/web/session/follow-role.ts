import { queryClient } from '#web/api/queries/query-client.ts';
import { currentUser } from '#web/session/auth.ts';
import { knownClaims, readRights } from '#web/session/claims.ts';

let following = false;

/** Refreshes the token once when the live document's role differs from its claims, and checks the rights again. */
export function followRole(recheck: () => void): void {
  if (following) return;
  following = true;
  let tried = '';
  queryClient.getQueryCache().subscribe(() => {
    const user = currentUser();
    const claims = knownClaims();
    if (user === null || claims === null || claims.role === user.role) return;
    // This happens once per state of the document: a token that still differs after a refresh is newer than it.
    const state = `${user.uid} ${user.rev}`;
    if (tried === state) return;
    tried = state;
    void readRights(user).then(recheck);
  });
}
