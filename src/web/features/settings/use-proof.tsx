import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { UserDocument } from '#contract/users.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { showToast } from '#web/ui/toast.ts';
import { useAsked } from '#web/ui/use-asked.ts';

const loadProof = () => import('#web/features/settings/proof-dialog.tsx');
const ProofDialog = lazy(async () => ({ default: (await loadProof()).ProofDialog }));

/**
 * Acts that the server does only for who has just shown who they are: `withProof` tries, asks for the proof when it is asked for one,
 * and tries again. `proof` is the dialog, to be put on the page.
 */
export function useProof(user: UserDocument): {
  readonly withProof: <T>(act: () => Promise<T>) => Promise<T>;
  readonly proof: ReactNode;
} {
  const [open, setOpen] = useState(false);
  const asked = useAsked(open);
  const waiting = useRef<{ proven: () => void; givenUp: () => void } | null>(null);
  const close = (isProven: boolean) => {
    setOpen(false);
    waiting.current?.[isProven ? 'proven' : 'givenUp']();
    waiting.current = null;
  };
  const withProof = async <T,>(act: () => Promise<T>): Promise<T> => {
    // On its way while the server makes up its mind.
    loadProof().catch(() => undefined);
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'auth/proof-required') throw error;
      await new Promise<void>((proven, refuse) => {
        waiting.current = { proven, givenUp: () => refuse(new GivenUp()) };
        setOpen(true);
      });
      return act();
    }
  };
  return {
    withProof,
    proof: asked && (
      <Suspense>
        <ProofDialog user={user} open={open} onProven={() => close(true)} onClose={() => close(false)} />
      </Suspense>
    ),
  };
}

/** The person closed the dialog: nothing happened, and nothing needs to be said. */
export class GivenUp extends Error {}

export function sayRefusal(error: unknown): void {
  if (!(error instanceof GivenUp)) showToast({ text: errorMessage(error), negative: true });
}
