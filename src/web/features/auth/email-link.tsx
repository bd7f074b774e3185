import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirmEmailChange, undoEmailChange } from '#contract/security.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { authProblem, isDeadLink } from '#web/features/auth/auth-errors.ts';
import { News, RefusalNote } from '#web/features/auth/notes.tsx';
import { recheckSession } from '#web/session/auth.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface EmailLinkProps {
  /** True for the way back to the address before, instead of on to the new one. */
  readonly undo: boolean;
  /** Null when the page was opened again without the link. */
  readonly token: string | null;
  readonly onSpent: () => void;
}

/** Changes the account's address, or changes it back; by a press, as programs that read mails open links too. */
export function EmailLink({ undo, token, onSpent }: EmailLinkProps) {
  const client = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (secret: string) =>
      call(undo ? undoEmailChange : confirmEmailChange, { body: { token: secret } }),
    meta: { silent: true },
    onSuccess: async () => {
      onSpent();
      await recheckSession().catch(() => undefined);
      void client.invalidateQueries({ queryKey: keys.me });
    },
  });
  if (isSuccess)
    return (
      <News>
        {undo
          ? 'Contul are din nou adresa ta. Ți-am trimis pe ea un link pentru o parolă nouă.'
          : 'Gata, adresa contului e schimbată. De pe celelalte dispozitive s-a ieșit din cont.'}
      </News>
    );
  if (token === null || isDeadLink(error)) return <RefusalNote text={errorSentence('auth/link-invalid')} />;
  return (
    <>
      {error ? (
        <RefusalNote text={authProblem(error).text} />
      ) : (
        <p>
          {undo
            ? 'Parola de acum nu va mai merge. Îți trimitem pe adresa aceasta un link pentru una nouă.'
            : 'Apasă doar dacă ai cerut tu schimbarea. Altfel închide pagina: nu se schimbă nimic.'}
        </p>
      )}
      <Button wide busy={isPending} onClick={() => mutate(token)}>
        {error ? 'Încearcă din nou' : undo ? 'Pune adresa la loc' : 'Confirmă adresa'}
      </Button>
    </>
  );
}
