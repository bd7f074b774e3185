import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { googleLink } from '#contract/auth.ts';
import { call } from '#web/api/call.ts';
import { asksForCode, authProblem } from '#web/features/auth/auth-errors.ts';
import { RefusalNote } from '#web/features/auth/notes.tsx';
import { readField, useFormProblem } from '#web/features/auth/use-form-problem.ts';
import { signedIn } from '#web/session/auth.ts';
import { notifyOtherTabs } from '#web/session/other-tabs.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';

interface GooglePasswordProps {
  /** The way out for a forgotten password, under its field. */
  readonly forgot: ReactNode;
  readonly onDone: () => void;
  /** Called when the account asks for a code next, which links the two. */
  readonly onCode: () => void;
}

/** Asks for the password of the account whose address Google named: it links the two and signs in. */
export function GooglePassword({ forgot, onDone, onCode }: GooglePasswordProps) {
  const { general, errorOf, clear, refuse } = useFormProblem();
  const link = useMutation({
    mutationFn: (password: string) => call(googleLink, { body: { password } }),
    meta: { silent: true },
    onSuccess: (user) => {
      signedIn(user);
      notifyOtherTabs('in');
      onDone();
    },
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (link.isPending) return;
    const password = readField(form, 'password');
    if (password === '') return refuse(form, { field: 'password', text: 'Scrie parola contului.' });
    clear();
    link.mutate(password, {
      onError: (error) => (asksForCode(error) ? onCode() : refuse(form, authProblem(error))),
    });
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <RefusalNote text={general} />
      <PasswordField
        name="password"
        label="Parolă"
        autoComplete="current-password"
        error={errorOf('password')}
      />
      {forgot}
      <Button type="submit" wide busy={link.isPending}>
        Leagă și intră
      </Button>
    </form>
  );
}
