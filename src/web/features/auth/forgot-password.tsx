import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { sendPasswordReset } from '#contract/auth.ts';
import { RESET_LINK_LIFE } from '#domain/users/mail-link.ts';
import { call } from '#web/api/call.ts';
import { authProblem, emailProblem } from '#web/features/auth/auth-errors.ts';
import { EmailField } from '#web/features/auth/email-field.tsx';
import { News, RefusalNote } from '#web/features/auth/notes.tsx';
import { readField, useFormProblem } from '#web/features/auth/use-form-problem.ts';
import { Button } from '#web/ui/fields/button.tsx';

/** Asks for the link of a new password. The answer never tells whether the address has an account. `written`: the address so far. */
export function ForgotPassword({ written = '' }: { written?: string }) {
  const { general, errorOf, clear, refuse } = useFormProblem();
  const ask = useMutation({
    mutationFn: (email: string) => call(sendPasswordReset, { body: { email } }),
    meta: { silent: true },
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (ask.isPending) return;
    const email = readField(form, 'email');
    const found = emailProblem(email);
    if (found !== null) return refuse(form, found);
    clear();
    ask.mutate(email, { onError: (error) => refuse(form, authProblem(error)) });
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <RefusalNote text={general} />
      {ask.isSuccess && (
        <News>Dacă există un cont cu adresa aceasta, ți-am trimis un link. E valabil {RESET_LINK_LIFE}.</News>
      )}
      <EmailField autoComplete="username" error={errorOf('email')} defaultValue={written} />
      <Button type="submit" wide busy={ask.isPending}>
        {ask.isSuccess ? 'Trimite încă o dată' : 'Trimite linkul'}
      </Button>
    </form>
  );
}
