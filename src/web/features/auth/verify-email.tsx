import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { confirmVerification } from '#contract/auth.ts';
import type { UserDocument } from '#contract/users.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { authProblem, isDeadLink } from '#web/features/auth/auth-errors.ts';
import { News, RefusalNote } from '#web/features/auth/notes.tsx';
import { useResendVerification } from '#web/session/use-resend-verification.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface VerifyEmailProps {
  /** Null when the page was opened again without the link. */
  readonly token: string | null;
  readonly user: UserDocument | null;
  readonly onSpent: () => void;
  /** Links to go on, signed in or not. */
  readonly onward: ReactNode;
}

/** Confirms an address by a mailed link, signed in or not; needs a press, because mail scanners open links too. */
export function VerifyEmail({ token, user, onSpent, onward }: VerifyEmailProps) {
  const client = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (secret: string) => call(confirmVerification, { body: { token: secret } }),
    meta: { silent: true },
    onSuccess: () => {
      onSpent();
      void client.invalidateQueries({ queryKey: keys.me });
    },
  });
  if (isSuccess || (user?.emailVerified && (token === null || error !== null)))
    return (
      <>
        <News>Adresa de email e confirmată.</News>
        {onward}
      </>
    );
  if (token === null || isDeadLink(error))
    return (
      <>
        <RefusalNote text={errorSentence('auth/link-invalid')} />
        {user ? <AnotherLink email={user.email} /> : <p>Intră în cont și cere altul de pe panou.</p>}
        {onward}
      </>
    );
  return (
    <>
      {error ? (
        <RefusalNote text={authProblem(error).text} />
      ) : (
        <p>Apasă doar dacă ai făcut tu contul. Altfel închide pagina: adresa rămâne neconfirmată.</p>
      )}
      <Button wide busy={isPending} onClick={() => mutate(token)}>
        {error ? 'Încearcă din nou' : 'Confirmă adresa'}
      </Button>
    </>
  );
}

function AnotherLink({ email }: { email: string }) {
  const resend = useResendVerification();
  if (resend.isSuccess) return <News>Ți-am trimis alt link la {email}.</News>;
  return (
    <Button wide busy={resend.isPending} onClick={() => resend.mutate()}>
      Trimite alt link
    </Button>
  );
}
