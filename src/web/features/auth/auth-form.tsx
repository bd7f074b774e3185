import { PASSWORD_MIN } from '#domain/users/password.ts';
import type { AuthFieldName, AuthMode } from '#web/features/auth/auth-errors.ts';
import { useAuthForm } from '#web/features/auth/use-auth-form.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface AuthFormProps {
  readonly mode: AuthMode;
  /** Signed in: the page decides where to. */
  readonly onDone: () => void;
}

export function AuthForm({ mode, onDone }: AuthFormProps) {
  const { problem, busy, handleSubmit } = useAuthForm(mode, onDone);
  const errorOf = (field: AuthFieldName) => (problem?.field === field ? problem.text : undefined);
  const registering = mode === 'register';
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <div role="alert" className="empty:hidden">
        {problem !== null && problem.field === null && (
          <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">{problem.text}</p>
        )}
      </div>
      {registering && (
        <TextField name="displayName" label="Cum îți spunem (opțional)" autoComplete="name" maxLength={80} />
      )}
      <TextField
        name="email"
        label="Email"
        type="text"
        inputMode="email"
        autoComplete={registering ? 'email' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        error={errorOf('email')}
      />
      <PasswordField
        name="password"
        label="Parolă"
        autoComplete={registering ? 'new-password' : 'current-password'}
        hint={registering ? `Cel puțin ${PASSWORD_MIN} caractere.` : undefined}
        error={errorOf('password')}
      />
      <Button type="submit" wide busy={busy}>
        {registering ? 'Creează cont' : 'Intră în cont'}
      </Button>
    </form>
  );
}
