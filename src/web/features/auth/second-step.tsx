import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { readWays } from '#contract/account/passkeys.ts';
import { giveCode } from '#contract/auth.ts';
import type { UserDocument } from '#contract/users.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { RefusalNote } from '#web/features/auth/notes.tsx';
import { PasskeyStep } from '#web/features/auth/passkey-step.tsx';
import { signedIn } from '#web/session/auth.ts';
import { notifyOtherTabs } from '#web/session/other-tabs.ts';
import { knowsPasskeys } from '#web/session/passkeys.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** The second step after the password or Google: a passkey, a code of the app, or a recovery code. */
export function SecondStep({ onDone }: { onDone: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['second-step-ways'],
    queryFn: () => call(readWays, {}),
    meta: { silent: true },
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const letIn = (user: UserDocument) => {
    signedIn(user);
    notifyOtherTabs('in');
    onDone();
  };
  if (!data && !error)
    return (
      <>
        <LoadingNote />
        <Skeleton className="h-40 w-full" />
      </>
    );
  const hasPasskey = data !== undefined && data.passkey !== null && knowsPasskeys();
  return (
    <div className="flex flex-col gap-6">
      <RefusalNote text={error && errorMessage(error)} />
      {hasPasskey && <PasskeyStep onIn={letIn} />}
      <CodeStep hasApp={data?.app ?? true} isFirst={!hasPasskey} onIn={letIn} />
    </div>
  );
}

interface CodeStepProps {
  readonly hasApp: boolean;
  /** False below the passkey. */
  readonly isFirst: boolean;
  readonly onIn: (user: UserDocument) => void;
}

/** Asks for a code: one of the app where there is one, or a recovery code. */
function CodeStep({ hasApp, isFirst, onIn }: CodeStepProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isRecovery, setRecovery] = useState(!hasApp);
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const refuse = (text: string) => {
    setRefusal(text);
    field.current?.focus();
  };
  const give = useMutation({
    meta: { silent: true },
    mutationFn: (code: string) => call(giveCode, { body: { code } }),
    onSuccess: onIn,
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
        autoFocus={isFirst}
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
      <Button type="submit" look={isFirst ? 'primary' : 'quiet'} wide busy={give.isPending}>
        Intră în cont
      </Button>
      {hasApp && (
        <Button look="bare" onClick={change}>
          {isRecovery
            ? 'Am telefonul: scriu codul din aplicație'
            : 'Nu am telefonul: scriu un cod de rezervă'}
        </Button>
      )}
    </form>
  );
}
