import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { login, register } from '#contract/auth.ts';
import type { UserDocument } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import {
  type AuthMode,
  type AuthProblem,
  authProblem,
  problemBeforeSending,
} from '#web/features/auth/auth-errors.ts';
import { signedIn } from '#web/session/auth.ts';
import { tellOtherTabs } from '#web/session/other-tabs.ts';

interface Sent {
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
}

function send(mode: AuthMode, { email, password, displayName }: Sent): Promise<UserDocument> {
  if (mode === 'login') return call(login, { body: { email, password } });
  return call(register, { body: { email, password, ...(displayName ? { displayName } : {}) } });
}

function read(form: HTMLFormElement): Sent {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  return { email: text('email').trim(), password: text('password'), displayName: text('displayName').trim() };
}

/** Signs in or registers; a problem brings the focus to its field. */
export function useAuthForm(mode: AuthMode, onDone: () => void) {
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const mutation = useMutation({
    mutationFn: (sent: Sent) => send(mode, sent),
    meta: { silent: true },
    onSuccess: (user) => {
      signedIn(user);
      tellOtherTabs('in');
      onDone();
    },
  });
  const refuse = (form: HTMLFormElement, found: AuthProblem) => {
    setProblem(found);
    const field = found.field === null ? null : form.elements.namedItem(found.field);
    if (field instanceof HTMLElement) field.focus();
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (mutation.isPending) return;
    const sent = read(form);
    const found = problemBeforeSending(mode, sent);
    if (found !== null) return refuse(form, found);
    setProblem(null);
    mutation.mutate(sent, { onError: (error) => refuse(form, authProblem(error)) });
  };
  return { problem, busy: mutation.isPending, handleSubmit };
}
