import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { anyFilePending } from '#web/features/upload/queue/pending-store.ts';
import { signOut } from '#web/session/sign-out.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';

const AlertDialog = createLazyPart(async () => (await import('#web/ui/layers/alert-dialog.tsx')).AlertDialog);

interface Leave {
  readonly isPending: boolean;
  /** Signs out; asks before where files would be lost that have not arrived. */
  press(): void;
  readonly question: ReactNode;
}

/** Signing out, which removes all that this browser keeps of the account. */
export function useLeave(onLeft: () => void): Leave {
  const [isAsking, setAsking] = useState(false);
  const { isPending, mutate } = useMutation({ mutationFn: signOut, onSuccess: onLeft });
  const press = async () => {
    if (isPending) return;
    if (await anyFilePending()) setAsking(true);
    else mutate();
  };
  return {
    isPending,
    press: () => void press(),
    question: isAsking && (
      <Suspense>
        <AlertDialog
          open
          title="Ieși înainte să se trimită tot?"
          body="În acest browser mai sunt poze netrimise. La ieșire le ștergem de aici; pozele ghidate nu mai sunt nicăieri altundeva."
          confirm="Ieși și le pierzi"
          cancel="Rămân în cont"
          danger
          busy={isPending}
          onConfirm={() => mutate()}
          onCancel={() => setAsking(false)}
        />
      </Suspense>
    ),
  };
}
