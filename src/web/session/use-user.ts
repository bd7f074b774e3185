import { useQuery } from '@tanstack/react-query';
import type { UserDocument } from '#contract/users.ts';
import { isActive, readSubscription } from '#domain/plans/subscription.ts';
import { ME } from '#web/api/keys.ts';
import { meQuery } from '#web/api/me-query.ts';
import { useServerRevision } from '#web/api/revisions.ts';
import { useStore } from '#web/api/store.ts';
import { identity } from '#web/session/auth.ts';

/** The signed-in user, live; null when nobody is. */
export function useUser(): UserDocument | null {
  const { state } = useStore(identity);
  const { data } = useQuery({ ...meQuery, enabled: state === 'in' });
  return state === 'in' ? (data ?? null) : null;
}

/** For pages behind the guard: the layout shows them only while there is a user. */
export function useSignedInUser(): UserDocument {
  const user = useUser();
  if (user === null) throw new Error('A page behind the guard was shown without a user');
  return user;
}

/** Plan readiness: only once the server itself has sent the user document this session; until then it is a cached snapshot. */
export function usePlanReady(): boolean {
  return useServerRevision(ME) !== undefined;
}

export function isUserPlanActive(user: UserDocument, now: Date): boolean {
  return isActive(readSubscription(user), now);
}
