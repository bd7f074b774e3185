import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AUDIT_LOG } from '#web/features/admin/shared/user-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

interface ResendButtonProps {
  readonly words: string;
  /** Told once the mail is on its way. */
  readonly said: string;
  readonly send: () => Promise<unknown>;
}

/** Sends a mail again. */
export function ResendButton({ words, said, send }: ResendButtonProps) {
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: send,
    onSuccess: () => {
      showToast({ text: said });
      void client.invalidateQueries({ queryKey: [AUDIT_LOG] });
    },
  });
  return (
    <Button look="quiet" small busy={resend.isPending} onClick={() => resend.mutate()}>
      {words}
    </Button>
  );
}
