import { type ReactNode, useState } from 'react';
import type { AuthMode } from '#web/features/auth/auth-errors.ts';
import { PASSWORD_RULES } from '#web/features/auth/auth-errors.ts';
import { EmailField } from '#web/features/auth/email-field.tsx';
import { RefusalNote } from '#web/features/auth/notes.tsx';
import { useAuthForm } from '#web/features/auth/use-auth-form.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface AuthFormProps {
  readonly mode: AuthMode;
  /** Renders the way out for a forgotten password, under its field, with the address written so far. */
  readonly forgot?: (email: string) => ReactNode;
  /** Called after sign-in; the page decides where to go. */
  readonly onDone: () => void;
  /** Called when the account asks for a code next. */
  readonly onCode: () => void;
}

export function AuthForm({ mode, forgot, ...ends }: AuthFormProps) {
  const { general, errorOf, busy, handleSubmit } = useAuthForm(mode, ends);
  const [email, setEmail] = useState('');
  const registering = mode === 'register';
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <RefusalNote text={general} />
      {registering && (
        <TextField name="displayName" label="Cum îți spunem (opțional)" autoComplete="name" maxLength={80} />
      )}
      <EmailField
        autoComplete={registering ? 'email' : 'username'}
        error={errorOf('email')}
        onValueChange={setEmail}
      />
      <PasswordField
        name="password"
        label="Parolă"
        autoComplete={registering ? 'new-password' : 'current-password'}
        hint={registering ? PASSWORD_RULES : undefined}
        error={errorOf('password')}
      />
      {forgot?.(email.trim())}
      <Button type="submit" wide busy={busy}>
        {registering ? 'Creează cont' : 'Intră în cont'}
      </Button>
    </form>
  );
}
