import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { connectByPassword, type OfferedPasswordSite } from '#contract/adverts/connections.ts';
import { type PasswordSiteName, SITE_NAMES } from '#domain/adverts/sites.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { connectionsQuery } from '#web/api/queries/connections-query.ts';
import { describeOutcome } from '#web/shared/adverts/outcome-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** Made-up accounts of the stand-ins. */
const TEST_ACCOUNTS: Readonly<Record<PasswordSiteName, string>> = {
  autovit: 'parc@autovit.example, cu parola parc-auto',
};

interface PasswordFormProps {
  readonly offered: OfferedPasswordSite;
  /** Address of an account that is linked again; empty: another one. */
  readonly email: string;
  readonly onLinked: () => void;
  readonly onCancel: () => void;
}

interface Typed {
  readonly email: string;
  readonly password: string;
}
interface Problem {
  readonly field: 'email' | 'password';
  readonly text: string;
}

/** Links an account by its password, and says what becomes of it. */
export function PasswordForm({ offered, email: known, onLinked, onCancel }: PasswordFormProps) {
  const { site, mode } = offered;
  const name = SITE_NAMES[site];
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const link = useMutation({
    meta: { silent: true },
    // The password is forgotten with the answer.
    gcTime: 0,
    mutationFn: (typed: Typed) => call(connectByPassword, { body: { site, ...typed } }),
    onSuccess: async ({ outcome }) => {
      if (outcome !== 'linked')
        return setProblem({ field: 'password', text: describeOutcome(outcome, name) });
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      onLinked();
    },
    onError: (error) => setProblem({ field: 'password', text: errorMessage(error) }),
  });
  // Screen readers say the field together with what is wrong.
  useEffect(() => {
    if (problem !== null) form.current?.querySelector<HTMLInputElement>(`[name=${problem.field}]`)?.focus();
  }, [problem]);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (link.isPending) return;
    const written = new FormData(event.currentTarget);
    const email = String(written.get('email') ?? '').trim();
    const password = String(written.get('password') ?? '');
    if (!/^\S+@\S+$/.test(email))
      return setProblem({ field: 'email', text: `Scrie adresa cu care intri la ${name}.` });
    if (password === '') return setProblem({ field: 'password', text: `Scrie parola contului ${name}.` });
    setProblem(null);
    link.mutate({ email, password });
  };
  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.text : undefined);
  return (
    <form
      ref={form}
      noValidate
      aria-label={`Contul ${name}`}
      onSubmit={handleSubmit}
      className="flex max-w-md flex-col gap-3"
    >
      <p>{describeUse(offered)}</p>
      {mode === 'stand-in' && <p className="text-sm text-ink-soft">De probă: {TEST_ACCOUNTS[site]}.</p>}
      <TextField
        name="email"
        type="email"
        label={`Adresa contului ${name}`}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={known === ''}
        defaultValue={known}
        maxLength={254}
        error={errorOf('email')}
      />
      <PasswordField
        name="password"
        label={`Parola contului ${name}`}
        // Browsers keep the password of Fotolot for this address, and would fill it in for any other word.
        autoComplete="new-password"
        autoFocus={known !== ''}
        maxLength={200}
        error={errorOf('password')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={link.isPending}>
          Leagă contul
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Renunță
        </Button>
      </div>
    </form>
  );
}

/** Returns what the password is used for, and how long the access lasts. */
function describeUse({ site, accessHours }: OfferedPasswordSite): string {
  const name = SITE_NAMES[site];
  const end =
    accessHours === null
      ? 'Accesul se reînnoiește singur, fără parolă.'
      : `Accesul ține ${accessHours} ore; după aceea legi contul din nou.`;
  return `${name} nu are o pagină pe care să ne dai acces, ci cere parola contului. O trimitem o singură dată, la ${name}, și nu o păstrăm nicăieri. ${end}`;
}
