import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { confirmPasswordReset } from '#contract/auth.ts';
import { call } from '#web/api/call.ts';
import {
  authProblem,
  isDeadLink,
  newPasswordProblem,
  PASSWORD_RULES,
} from '#web/features/auth/auth-errors.ts';
import { RefusalNote } from '#web/features/auth/notes.tsx';
import { readField, useFormProblem } from '#web/features/auth/use-form-problem.ts';
import { recheckSession } from '#web/session/auth.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';

interface ResetPasswordProps {
  readonly token: string;
  readonly onDone: () => void;
  /** Called when the link ran out, or was used. */
  readonly onDeadLink: () => void;
}

/** Sets a new password by the link of a mail. It ends all sessions, also the one of this browser. */
export function ResetPassword({ token, onDone, onDeadLink }: ResetPasswordProps) {
  const { general, errorOf, clear, refuse } = useFormProblem();
  const change = useMutation({
    mutationFn: (password: string) => call(confirmPasswordReset, { body: { token, password } }),
    meta: { silent: true },
    onSuccess: async () => {
      await recheckSession().catch(() => undefined);
      onDone();
    },
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (change.isPending) return;
    const password = readField(form, 'password');
    const found = newPasswordProblem(password);
    if (found !== null) return refuse(form, found);
    clear();
    change.mutate(password, {
      onError: (error) => (isDeadLink(error) ? onDeadLink() : refuse(form, authProblem(error))),
    });
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <RefusalNote text={general} />
      <PasswordField
        name="password"
        label="Parola nouă"
        autoComplete="new-password"
        hint={PASSWORD_RULES}
        error={errorOf('password')}
      />
      <Button type="submit" wide busy={change.isPending}>
        Schimbă parola
      </Button>
    </form>
  );
}
