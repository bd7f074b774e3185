import { type ReactNode, useRef, useState } from 'react';
import type { UserDocument } from '#contract/users.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { ProofDialog } from '#web/features/settings/proof-dialog.tsx';
import { showToast } from '#web/ui/toast.ts';

/**
 * Acts that the server does only for who has just shown who they are: `withProof` tries, asks for the proof when it is asked for one,
 * and tries again. `proof` is the dialog, to be put on the page.
 */
export function useProof(user: UserDocument): {
  readonly withProof: <T>(act: () => Promise<T>) => Promise<T>;
  readonly proof: ReactNode;
} {
  const [open, setOpen] = useState(false);
  const waiting = useRef<{ proven: () => void; givenUp: () => void } | null>(null);
  const close = (isProven: boolean) => {
    setOpen(false);
    waiting.current?.[isProven ? 'proven' : 'givenUp']();
    waiting.current = null;
  };
  const withProof = async <T,>(act: () => Promise<T>): Promise<T> => {
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
    proof: <ProofDialog user={user} open={open} onProven={() => close(true)} onClose={() => close(false)} />,
  };
}

/** The person closed the dialog: nothing happened, and nothing needs to be said. */
export class GivenUp extends Error {}

export function sayRefusal(error: unknown): void {
  if (!(error instanceof GivenUp)) showToast({ text: errorMessage(error), negative: true });
}
