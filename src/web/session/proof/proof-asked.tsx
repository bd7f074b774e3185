import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { onProofNeeded } from '#web/api/proof.ts';
import { useUser } from '#web/session/use-user.ts';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

const ProofDialog = lazy(async () => ({
  default: (await import('#web/session/proof/proof-dialog.tsx')).ProofDialog,
}));

/** Global dialog for a proof of identity: requests that the server refuses without one wait for it, and then go on. */
export function ProofAsked() {
  const user = useUser();
  const [open, setOpen] = useState(false);
  const answer = useRef<(isProven: boolean) => void>(() => {});
  const isSignedIn = user !== null;
  useEffect(() => {
    if (!isSignedIn) return;
    const stop = onProofNeeded(
      () =>
        new Promise((resolve) => {
          answer.current = resolve;
          setOpen(true);
        }),
    );
    return () => {
      stop();
      answer.current(false);
      setOpen(false);
    };
  }, [isSignedIn]);
  const asked = useHasOpened(open);
  const close = (isProven: boolean) => {
    setOpen(false);
    answer.current(isProven);
  };
  if (!user || !asked) return null;
  return (
    <Suspense>
      <ProofDialog user={user} open={open} onProven={() => close(true)} onClose={() => close(false)} />
    </Suspense>
  );
}
