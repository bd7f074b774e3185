import { useMutation } from '@tanstack/react-query';
import { sendPasswordReset, sendVerification } from '#contract/auth.ts';
import type { UserDocument } from '#contract/users.ts';
import { formatDay } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { Fact } from '#web/features/settings/fact.tsx';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';

/** The address and the password, with what can be done about them by mail. */
export function AccountFacts({ user }: { user: UserDocument }) {
  return (
    <dl>
      <Fact name="Email">
        <span className="mr-2">{user.email}</span>
        <Pill>{user.emailVerified ? 'verificat' : 'neverificat'}</Pill>
        {!user.emailVerified && <Verification email={user.email} />}
      </Fact>
      <Fact name="Parolă">
        <NewPassword user={user} />
      </Fact>
      <Fact name="Cont creat">{formatDay(new Date(user.createdAt))}</Fact>
    </dl>
  );
}

function Verification({ email }: { email: string }) {
  const send = useMutation({ mutationFn: () => call(sendVerification, {}) });
  return (
    <ByMail
      act="Trimite din nou mailul de verificare"
      sent={send.isSuccess ? `Ți-am trimis un link la ${email}. Deschide-l ca să confirmi adresa.` : null}
      busy={send.isPending}
      onAct={() => send.mutate()}
    >
      Deschide linkul pe care ți l-am trimis la înregistrare.
    </ByMail>
  );
}

function NewPassword({ user: { email, hasPassword } }: { user: UserDocument }) {
  const send = useMutation({ mutationFn: () => call(sendPasswordReset, { body: { email } }) });
  return (
    <ByMail
      act={hasPassword ? 'Schimbă parola' : 'Pune o parolă'}
      sent={send.isSuccess ? `Ți-am trimis un link la ${email}. E valabil 10 minute.` : null}
      busy={send.isPending}
      onAct={() => send.mutate()}
    >
      {hasPassword ? '' : 'Intri cu Google; o parolă îți lasă și calea prin email. '}
      Îți trimitem un link. Când pui parola nouă, ieși din cont pe toate dispozitivele.
    </ByMail>
  );
}

interface ByMailProps {
  readonly act: string;
  /** What to tell once the mail is on its way. */
  readonly sent: string | null;
  readonly busy: boolean;
  readonly onAct: () => void;
  readonly children: React.ReactNode;
}

function ByMail({ act, sent, busy, onAct, children }: ByMailProps) {
  return (
    <>
      <p role="status" className="font-normal text-ink-soft">
        {sent ?? children}
      </p>
      <div className="mt-2">
        <Button look="quiet" small busy={busy} onClick={onAct}>
          {act}
        </Button>
      </div>
    </>
  );
}
