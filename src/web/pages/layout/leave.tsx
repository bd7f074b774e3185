import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { anyFilePending } from '#web/features/upload/queue/pending-store.ts';
import { signOut } from '#web/session/sign-out.ts';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';

interface LeaveProps {
  readonly onLeft: () => void;
  readonly onStay: () => void;
}

/** Signs out, which removes all that this browser keeps of the account; asks before where files would be lost that have not arrived. */
export function Leave({ onLeft, onStay }: LeaveProps) {
  const [isAsking, setAsking] = useState(false);
  const { isPending, mutate } = useMutation({ mutationFn: signOut, onSuccess: onLeft, onError: onStay });
  const begin = useEffectEvent((isAnyPending: boolean) => (isAnyPending ? setAsking(true) : mutate()));
  useEffect(() => {
    let isOver = false;
    void anyFilePending().then((isAny) => isOver || begin(isAny));
    return () => {
      isOver = true;
    };
  }, []);
  return (
    <AlertDialog
      open={isAsking}
      title="Ieși înainte să se trimită tot?"
      body="În acest browser mai sunt poze netrimise. La ieșire le ștergem de aici; pozele ghidate nu mai sunt nicăieri altundeva."
      confirm="Ieși și le pierzi"
      cancel="Rămân în cont"
      danger
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={onStay}
    />
  );
}
