import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changePassword } from '#contract/security.ts';
import type { UserDocument } from '#contract/users.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { PASSWORD_MAX, PASSWORD_MIN, passwordProblem } from '#domain/users/password.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { ME } from '#web/api/queries/keys.ts';
import { useInlineForm } from '#web/features/settings/sign-in/use-inline-form.ts';
import { passwordRefusal } from '#web/session/proof/password-refusal.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';

/** The password: changed with the present one, or set first by a user who only signed in with Google. */
export function PasswordFact({ user }: { user: UserDocument }) {
  const form = useInlineForm();
  const [done, setDone] = useState(false);
  if (form.isOpen)
    return (
      <PasswordForm
        user={user}
        onDone={(isChanged) => {
          setDone(isChanged);
          form.setOpen(false);
        }}
      />
    );
  return (
    <>
      <p role="status" className="font-normal text-ink-soft">
        {done
          ? 'Parola e schimbată. De pe celelalte dispozitive s-a ieșit din cont.'
          : user.hasPassword
            ? ''
            : 'Intri cu Google; o parolă îți lasă și calea prin email.'}
      </p>
      <div className={user.hasPassword && !done ? undefined : 'mt-2'}>
        <Button ref={form.button} look="quiet" small onClick={() => form.setOpen(true)}>
          {user.hasPassword ? 'Schimbă parola' : 'Setează o parolă'}
        </Button>
      </div>
    </>
  );
}

interface Written {
  readonly current: string | null;
  readonly password: string;
}
type Field = 'current' | 'password';

function PasswordForm({ user, onDone }: { user: UserDocument; onDone: (isChanged: boolean) => void }) {
  const [problem, setProblem] = useState<{ readonly field: Field; readonly text: string } | null>(null);
  const change = useMutation({
    meta: { silent: true },
    mutationFn: (body: Written) => call(changePassword, { body }),
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onSuccess: (document, _body, _result, { client }) => {
      putDocument(client, ME, document);
      onDone(true);
    },
    onError: (error) => {
      const wrong = passwordRefusal(error);
      setProblem({ field: wrong ? 'current' : 'password', text: wrong ?? errorMessage(error) });
    },
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const form = new FormData(event.currentTarget);
    const text = (field: Field) => String(form.get(field) ?? '');
    const [current, password] = [user.hasPassword ? text('current') : null, text('password')];
    if (current === '') return setProblem({ field: 'current', text: 'Scrie parola de acum.' });
    const wrong = passwordProblem(password);
    if (wrong) return setProblem({ field: 'password', text: errorSentence(wrong) });
    setProblem(null);
    change.mutate({ current, password });
  };
  const errorOf = (field: Field) => (problem?.field === field ? problem.text : undefined);
  return (
    <form noValidate onSubmit={handleSubmit} className="flex max-w-md flex-col gap-3">
      {user.hasPassword && (
        <PasswordField
          name="current"
          autoFocus
          label="Parola de acum"
          autoComplete="current-password"
          error={errorOf('current')}
        />
      )}
      <PasswordField
        name="password"
        autoFocus={!user.hasPassword}
        label="Parola nouă"
        autoComplete="new-password"
        hint={`Între ${PASSWORD_MIN} și ${PASSWORD_MAX} de caractere. După schimbare ieși din cont pe celelalte dispozitive.`}
        error={errorOf('password')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" small busy={change.isPending}>
          Salvează parola
        </Button>
        <Button look="quiet" small onClick={() => onDone(false)}>
          Renunță
        </Button>
      </div>
    </form>
  );
}
