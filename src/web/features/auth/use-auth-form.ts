import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { login, register } from '#contract/auth.ts';
import type { UserDocument } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import {
  type AuthMode,
  asksForCode,
  authProblem,
  problemsBeforeSending,
} from '#web/features/auth/auth-errors.ts';
import { readField, useFormProblem } from '#web/features/auth/use-form-problem.ts';
import { signedIn } from '#web/session/auth.ts';
import { notifyOtherTabs } from '#web/session/other-tabs.ts';
import { measureEvent } from '#web/shared/consent/consent.ts';

interface AuthFields {
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
}

function sendAuthForm(mode: AuthMode, { email, password, displayName }: AuthFields): Promise<UserDocument> {
  if (mode === 'login') return call(login, { body: { email, password } });
  return call(register, { body: { email, password, ...(displayName ? { displayName } : {}) } });
}

interface Ends {
  readonly onDone: () => void;
  /** Called when the password was right and the account asks for a code, too. */
  readonly onCode: () => void;
}

/** Signs in or registers; a problem brings the focus to its field. */
export function useAuthForm(mode: AuthMode, { onDone, onCode }: Ends) {
  const { general, errorOf, clear, refuse } = useFormProblem();
  const mutation = useMutation({
    mutationFn: (sent: AuthFields) => sendAuthForm(mode, sent),
    meta: { silent: true },
    onSuccess: (user) => {
      signedIn(user);
      notifyOtherTabs('in');
      if (mode === 'register') measureEvent({ what: 'sign-up', method: 'email' });
      onDone();
    },
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (mutation.isPending) return;
    const sent = {
      email: readField(form, 'email'),
      password: readField(form, 'password'),
      displayName: readField(form, 'displayName'),
    };
    const found = problemsBeforeSending(mode, sent);
    if (found.length > 0) return refuse(form, ...found);
    clear();
    mutation.mutate(sent, {
      onError: (error) => (asksForCode(error) ? onCode() : refuse(form, authProblem(error))),
    });
  };
  return { general, errorOf, busy: mutation.isPending, handleSubmit };
}
