import { createStore, useStore } from '#web/api/store.ts';
import { useUser } from '#web/session/use-user.ts';

interface Seen {
  readonly uid: string;
  /** Full URLs by the URL without filters. */
  readonly at: Readonly<Record<string, string>>;
}
const seen = createStore<Seen>({ uid: '', at: {} });

/** Notes where the person was on a kept page, filters and all, under the plain URL that links name. */
export function noteLastVisitedUrl(uid: string, plain: string, full: string): void {
  const { uid: of, at } = seen.read();
  const before = of === uid ? at : {};
  if (before[plain] !== full) seen.write({ uid, at: { ...before, [plain]: full } });
}

/** Returns a function that leads a plain URL back to where this person last was there. */
export function useLastVisitedUrl(): (plain: string) => string {
  const user = useUser();
  const { uid, at } = useStore(seen);
  return (plain) => (user?.uid === uid ? (at[plain] ?? plain) : plain);
}
