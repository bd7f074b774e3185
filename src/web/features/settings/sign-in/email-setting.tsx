import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sendVerification } from '#contract/auth.ts';
import { askEmailChange, cancelEmailChange } from '#contract/security.ts';
import type { UserDocument } from '#contract/users.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { useInlineForm } from '#web/features/settings/sign-in/use-inline-form.ts';
import { useSecurity } from '#web/session/proof/use-security.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Pill } from '#web/ui/pill.tsx';

/** The address, whether it is proven, and the way to another one. */
export function EmailFact({ user }: { user: UserDocument }) {
  const form = useInlineForm();
  const { data } = useSecurity(user);
  const pending = data?.pendingEmail ?? null;
  return (
    <>
      <span className="mr-2">{user.email}</span>
      <Pill>{user.emailVerified ? 'verificat' : 'neverificat'}</Pill>
      {!user.emailVerified && <Verification email={user.email} />}
      {pending !== null && <Pending email={pending} />}
      {form.isOpen ? (
        <ChangeForm onDone={() => form.setOpen(false)} />
      ) : (
        <div className="mt-2">
          <Button ref={form.button} look="quiet" small onClick={() => form.setOpen(true)}>
            Schimbă adresa
          </Button>
        </div>
      )}
    </>
  );
}

function Verification({ email }: { email: string }) {
  const send = useMutation({ mutationFn: () => call(sendVerification, {}) });
  return (
    <>
      <p role="status" className="font-normal text-ink-soft">
        {send.isSuccess
          ? `Ți-am trimis un link la ${email}. Deschide-l ca să confirmi adresa.`
          : 'Deschide linkul pe care ți l-am trimis la înregistrare.'}
      </p>
      <div className="mt-2">
        <Button look="quiet" small busy={send.isPending} onClick={() => send.mutate()}>
          Trimite din nou emailul de verificare
        </Button>
      </div>
    </>
  );
}

function Pending({ email }: { email: string }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call(cancelEmailChange, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.security }),
  });
  return (
    <div className="mt-3 rounded-xl bg-signal-wash px-4 py-3">
      <p role="status" className="font-normal">
        Ți-am trimis un link la <strong className="font-semibold">{email}</strong>. Deschide-l ca să schimbi
        adresa; până atunci rămâne cea de acum.
      </p>
      <div className="mt-2">
        <Button look="bare" small busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Renunță la schimbare
        </Button>
      </div>
    </div>
  );
}

function ChangeForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const ask = useMutation({
    meta: { silent: true },
    mutationFn: () => call(askEmailChange, { body: { email: email.trim() } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.security });
      onDone();
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!ask.isPending) ask.mutate();
  };
  const refusal = ask.error ? errorMessage(ask.error) : undefined;
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-3 flex max-w-md flex-col gap-3">
      <TextField
        label="Noua adresă"
        autoFocus
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={email}
        error={refusal}
        hint="Îți trimitem acolo un link de confirmare."
        onValueChange={(value) => {
          ask.reset();
          setEmail(value);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" small busy={ask.isPending}>
          Trimite linkul
        </Button>
        <Button look="quiet" small onClick={onDone}>
          Renunță
        </Button>
      </div>
    </form>
  );
}
