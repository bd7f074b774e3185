import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { beginProof } from '#contract/account/passkeys.ts';
import { sendPasswordReset } from '#contract/auth.ts';
import { proveMyself } from '#contract/security.ts';
import type { UserDocument } from '#contract/users.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { askGoogle } from '#web/session/google/own-google.ts';
import { knowsPasskeys, showPasskey } from '#web/session/passkeys.ts';
import { passwordRefusal } from '#web/session/proof/password-refusal.ts';
import { useSecurity } from '#web/session/proof/use-security.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';

interface ProofDialogProps {
  readonly user: UserDocument;
  readonly open: boolean;
  readonly onProven: () => void;
  readonly onClose: () => void;
}

/** „Arată că ești tu”: asks for the password, or Google or a passkey where there is one, before an action that matters. */
export function ProofDialog({ user, open, onProven, onClose }: ProofDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Arată că ești tu"
      description="O cerem înainte de lucruri importante, ca nimeni altcineva să nu le facă în locul tău."
    >
      <Ways user={user} onProven={onProven} />
    </Dialog>
  );
}

function Ways({ user, onProven }: Pick<ProofDialogProps, 'user' | 'onProven'>) {
  const { data } = useSecurity(user);
  const google = useMutation({
    mutationFn: () => askGoogle('prove'),
    onSuccess: (went) => went === true && onProven(),
  });
  const isLinked = Boolean(data?.google);
  const hasPasskey = Boolean(data?.secondFactor?.passkeys.some((each) => !each.isBlocked)) && knowsPasskeys();
  return (
    <div className="mt-5 flex flex-col gap-5">
      {user.hasPassword && <PasswordProof onProven={onProven} />}
      {isLinked && (
        <Button
          look={user.hasPassword ? 'quiet' : 'primary'}
          wide
          busy={google.isPending}
          onClick={() => google.mutate()}
        >
          Confirmă cu Google
        </Button>
      )}
      {hasPasskey && <PasskeyProof isOnly={!user.hasPassword && !isLinked} onProven={onProven} />}
      {data && !user.hasPassword && !isLinked && !hasPasskey && <NoWayIn email={user.email} />}
    </div>
  );
}

function PasswordProof({ onProven }: { onProven: () => void }) {
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const prove = useMutation({
    meta: { silent: true },
    mutationFn: (password: string) => call(proveMyself, { body: { password } }),
    onSuccess: onProven,
    onError: (error) => setRefusal(passwordRefusal(error) ?? errorMessage(error)),
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    setRefusal(password === '' ? 'Scrie parola contului.' : undefined);
    if (password !== '' && !prove.isPending) prove.mutate(password);
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <PasswordField
        name="password"
        label="Parola contului"
        autoComplete="current-password"
        error={refusal}
        onValueChange={() => setRefusal(undefined)}
      />
      <Button type="submit" wide busy={prove.isPending}>
        Continuă
      </Button>
    </form>
  );
}

function PasskeyProof({ isOnly, onProven }: { isOnly: boolean; onProven: () => void }) {
  const prove = useMutation({
    mutationFn: async () => {
      const { options } = await call(beginProof, {});
      return call(proveMyself, { body: { passkey: await showPasskey(options) } });
    },
    onSuccess: onProven,
  });
  return (
    <Button look={isOnly ? 'primary' : 'quiet'} wide busy={prove.isPending} onClick={() => prove.mutate()}>
      Confirmă cu cheia de acces
    </Button>
  );
}

/** Shown for an account that lost its password and has no Google: only its mailbox is left. */
function NoWayIn({ email }: { email: string }) {
  const send = useMutation({ mutationFn: () => call(sendPasswordReset, { body: { email } }) });
  return send.isSuccess ? (
    <p role="status">Ți-am trimis un link la {email}. Pune o parolă, apoi intră din nou.</p>
  ) : (
    <Button wide busy={send.isPending} onClick={() => send.mutate()}>
      Trimite-mi un link pentru o parolă
    </Button>
  );
}
