import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signOutEverywhere } from '#web/session/sign-out.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';

/** Ends every session of the account, this one too, after a question. */
export function LeaveEverywhere({ onLeft }: { onLeft: () => void }) {
  const [asking, setAsking] = useState(false);
  const leave = useMutation({ mutationFn: signOutEverywhere, onSuccess: onLeft });
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Ieși de pe toate dispozitivele
      </Button>
      <AlertDialog
        open={asking}
        title="Ieși de pe toate dispozitivele?"
        body="Toate telefoanele și calculatoarele pe care ești în cont, și acesta, vor cere din nou parola. Loturile pornite merg mai departe."
        confirm="Ieși de peste tot"
        cancel="Rămân în cont"
        danger
        busy={leave.isPending}
        onConfirm={() => leave.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
