import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { giveCode } from '#contract/auth.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { signedIn } from '#web/session/auth.ts';
import { notifyOtherTabs } from '#web/session/other-tabs.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** Asks for a code after the password or Google: one of the app, or a recovery code. */
export function SecondStep({ onDone }: { onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [isRecovery, setRecovery] = useState(false);
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const refuse = (text: string) => {
    setRefusal(text);
    field.current?.focus();
  };
  const give = useMutation({
    meta: { silent: true },
    mutationFn: (code: string) => call(giveCode, { body: { code } }),
    onSuccess: (user) => {
      signedIn(user);
      notifyOtherTabs('in');
      onDone();
    },
    onError: (error) => refuse(errorMessage(error)),
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (give.isPending) return;
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    if (code === '') return refuse('Scrie codul.');
    setRefusal(undefined);
    give.mutate(code);
  };
  const change = () => {
    setRecovery(!isRecovery);
    setRefusal(undefined);
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <TextField
        key={isRecovery ? 'recovery' : 'app'}
        ref={field}
        name="code"
        autoFocus
        label={isRecovery ? 'Cod de rezervă' : 'Codul din aplicație'}
        hint={
          isRecovery
            ? 'Unul dintre cele zece coduri păstrate. Merge o singură dată.'
            : 'Șase cifre, altele la 30 de secunde.'
        }
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        error={refusal}
      />
      <Button type="submit" wide busy={give.isPending}>
        Intră în cont
      </Button>
      <Button look="bare" onClick={change}>
        {isRecovery ? 'Am telefonul: scriu codul din aplicație' : 'Nu am telefonul: scriu un cod de rezervă'}
      </Button>
    </form>
  );
}
