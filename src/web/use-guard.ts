import { startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { UserDocument } from '#contract/users.ts';
import { createStore, useStore } from '#web/api/store.ts';
import { type Access, judge, type Verdict, waitForAuth } from '#web/guard.ts';
import { currentUser, identity, isAuthSettled } from '#web/session/auth.ts';
import { showToast } from '#web/ui/toast.ts';

/** Once the wait was in vain, the pages after it do not wait again; until it is known who this is, an answer is a late one. */
let gaveUp = false;
/** Counts the times that an admin's rights changed while the admin area was open. */
const rightsChanged = createStore(0);

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Fetched with the first look at /admin; from then on the rights are checked again when the live role changes. */
async function adminRights(user: UserDocument) {
  const [{ rightsOf }, { followRole }] = await Promise.all([
    import('#web/session/claims.ts'),
    import('#web/session/follow-role.ts'),
  ]);
  followRole(() => rightsChanged.write(rightsChanged.read() + 1));
  return rightsOf(user);
}

async function verdictOn(access: Access, path: string): Promise<Verdict> {
  if (access !== 'anyone' && !gaveUp) gaveUp = !(await waitForAuth(isAuthSettled, sleep));
  const user = currentUser();
  const isLate = gaveUp;
  gaveUp = !isAuthSettled();
  return judge(access, user && access === 'admin' ? await adminRights(user) : user, path, isLate);
}

/** Known without asking anybody: then a page follows a page with nothing between them. */
function passesAtOnce(access: Access, path: string): boolean {
  return access !== 'admin' && isAuthSettled() && judge(access, currentUser(), path).redirect === null;
}

/** The router's own address waits for the page that it leads to. */
function addressNow(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

/** Whether the page, which is for `access` alone, may be shown; judged at every address and whenever the user or their rights change. */
export function useGuard(access: Access): boolean {
  const navigate = useNavigate();
  const { pathname, search, hash, key } = useLocation();
  const path = pathname + search + hash;
  const who = useStore(identity);
  const rights = useStore(rightsChanged);
  const [openFor, setOpenFor] = useState<Access | null>(() => (passesAtOnce(access, path) ? access : null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address asked for again, another person, other rights: each is judged anew
  useEffect(() => {
    let isOld = false;
    const judged = async () => {
      const verdict = await verdictOn(access, path);
      // The form that signed somebody in leads on by itself.
      if (isOld || path !== addressNow()) return;
      if (verdict.notice) showToast({ text: verdict.notice, negative: true });
      if (verdict.redirect !== null) await navigate(verdict.redirect, { replace: true });
      else startTransition(() => setOpenFor(access));
    };
    void judged();
    return () => {
      isOld = true;
    };
  }, [access, path, key, who, rights, navigate]);
  return openFor !== null && (access !== 'admin' || openFor === 'admin');
}
