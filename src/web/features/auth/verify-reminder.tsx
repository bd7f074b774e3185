import { X } from 'lucide-react';
import { useState } from 'react';
import type { UserDocument } from '#contract/users.ts';
import { useResendVerification } from '#web/session/use-resend-verification.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';

/** A quiet line while the address is not confirmed; closed, it stays away until the page is opened anew. */
export function VerifyReminder({ user }: { user: UserDocument }) {
  const [closed, setClosed] = useState(false);
  const resend = useResendVerification();
  if (user.emailVerified || closed) return null;
  return (
    <section
      aria-label="Confirmarea adresei"
      className="mb-6 flex items-center gap-x-3 border-b border-line pb-3 text-[0.9375rem]"
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <p role="status" className="min-w-0">
          {resend.isSuccess
            ? 'Ți-am trimis alt link la '
            : 'Confirmă adresa de email: deschide linkul trimis la '}
          <span className="font-medium break-words">{user.email}</span>.
        </p>
        {!resend.isSuccess && (
          <Button look="quiet" small busy={resend.isPending} onClick={() => resend.mutate()}>
            Trimite din nou
          </Button>
        )}
      </div>
      <IconButton label="Ascunde mesajul" onClick={() => setClosed(true)}>
        <X aria-hidden size={18} />
      </IconButton>
    </section>
  );
}
