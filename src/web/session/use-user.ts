import { useQuery } from '@tanstack/react-query';
import type { UserDocument } from '#contract/users.ts';
import { isActive, readSubscription } from '#domain/plans/subscription.ts';
import { useServerRevision } from '#web/api/live/revisions.ts';
import { ME } from '#web/api/queries/keys.ts';
import { meQuery } from '#web/api/queries/me-query.ts';
import { useStore } from '#web/api/store.ts';
import { identity } from '#web/session/auth.ts';

/** Returns the signed-in user, live; null when signed out. */
export function useUser(): UserDocument | null {
  const { state } = useStore(identity);
  const { data } = useQuery({ ...meQuery, enabled: state === 'in' });
  return state === 'in' ? (data ?? null) : null;
}

/** Returns the user of a page behind the guard: the layout shows those only while there is a user. Throws without one. */
export function useSignedInUser(): UserDocument {
  const user = useUser();
  if (user === null) throw new Error('A page behind the guard was shown without a user');
  return user;
}

/** True once the server itself has sent the user document this session; until then the plan is a cached snapshot. */
export function usePlanReady(): boolean {
  return useServerRevision(ME) !== undefined;
}

export function isUserPlanActive(user: UserDocument, now: Date): boolean {
  return isActive(readSubscription(user), now);
}
