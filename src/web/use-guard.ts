import { startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { UserDocument } from '#contract/users.ts';
import { createStore, useStore } from '#web/api/store.ts';
import { type Access, type AccessDecision, checkAccess, rememberLateness } from '#web/guard.ts';
import { currentUser, identity, isAuthSettled } from '#web/session/auth.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** Later pages do not wait again until the session is known. */
const lateness = rememberLateness(isAuthSettled);
/** Number of changes of an admin's rights while the admin area was open. */
const rightsChanged = createStore(0);

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Fetches the rights with the first look at /admin; from then on they are checked again when the live role changes. */
async function adminRights(user: UserDocument) {
  const [{ readRights: rightsOf }, { followRole }] = await Promise.all([
    import('#web/session/claims.ts'),
    import('#web/session/follow-role.ts'),
  ]);
  followRole(() => rightsChanged.write(rightsChanged.read() + 1));
  return rightsOf(user);
}

async function decideAccess(access: Access, path: string): Promise<AccessDecision> {
  if (access !== 'anyone') await lateness.wait(sleep);
  const user = currentUser();
  const isLate = lateness.isLate();
  return checkAccess(access, user && access === 'admin' ? await adminRights(user) : user, {
    fullPath: path,
    isLate,
  });
}

/** True when access is known without a request: then pages follow each other without a gap. */
function passesImmediately(access: Access, path: string): boolean {
  return (
    access !== 'admin' &&
    isAuthSettled() &&
    checkAccess(access, currentUser(), { fullPath: path }).redirect === null
  );
}

/** Reads the window's address: the router's own changes only once the page is loaded. */
function currentUrl(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

/** True when the page for `access` may be shown; judged at every address and whenever the user or their rights change. */
export function useGuard(access: Access): boolean {
  const navigate = useNavigate();
  const { pathname, search, hash, key } = useLocation();
  const path = pathname + search + hash;
  const who = useStore(identity);
  const rights = useStore(rightsChanged);
  const [openFor, setOpenFor] = useState<Access | null>(() =>
    passesImmediately(access, path) ? access : null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address asked for again, another person, other rights: each is judged anew
  useEffect(() => {
    let isOld = false;
    const judged = async () => {
      const decision = await decideAccess(access, path);
      // The form of a sign-in navigates on itself.
      if (isOld || path !== currentUrl()) return;
      lateness.carriedOut();
      if (decision.notice) showToast({ text: decision.notice, negative: true });
      if (decision.redirect !== null) await navigate(decision.redirect, { replace: true });
      else startTransition(() => setOpenFor(access));
    };
    void judged();
    return () => {
      isOld = true;
    };
  }, [access, path, key, who, rights, navigate]);
  return openFor !== null && (access !== 'admin' || openFor === 'admin');
}
