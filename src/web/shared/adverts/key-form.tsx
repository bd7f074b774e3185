import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { connectByKey, type OfferedKeySite } from '#contract/adverts/connections.ts';
import type { ConnectionOutcome } from '#domain/adverts/connection.ts';
import { STAND_IN_SHOP } from '#domain/adverts/sites.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { connectionsQuery } from '#web/api/queries/connections-query.ts';
import { describeOutcome } from '#web/shared/adverts/outcome-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface KeyFormProps {
  readonly offered: OfferedKeySite;
  /** Address of a shop that is linked again; empty: another one. */
  readonly address: string;
  readonly onLinked: () => void;
  readonly onCancel: () => void;
}

type Field = 'address' | 'key' | 'secret';
type Typed = Readonly<Record<Field, string>>;
interface Problem {
  readonly field: Field;
  readonly text: string;
}

/** What shops are told otherwise than other sites, each at its field. */
const SHOP_PROBLEMS: Readonly<Partial<Record<ConnectionOutcome, Problem>>> = {
  address: {
    field: 'address',
    text: 'Scrie adresa publică a magazinului, de exemplu magazin.ro; una din rețeaua ta nu merge.',
  },
  away: {
    field: 'address',
    text: 'La adresa aceasta nu răspunde niciun magazin WooCommerce. Dacă adresa e bună, un modul de securitate al magazinului poate închide REST API.',
  },
  wrong: {
    field: 'key',
    text: 'Magazinul nu primește cheia și secretul acestea. Verifică să fie copiate întregi, de la un cont care poate modifica produse.',
  },
};

/** Links a shop by its address and a key, and says where a key is made. */
export function KeyForm({ offered: { site, mode }, address: known, onLinked, onCancel }: KeyFormProps) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const link = useMutation({
    meta: { silent: true },
    // The key is forgotten with the answer.
    gcTime: 0,
    mutationFn: (typed: Typed) => call(connectByKey, { body: { site, ...typed } }),
    onSuccess: async ({ outcome }) => {
      if (outcome !== 'linked')
        return setProblem(
          SHOP_PROBLEMS[outcome] ?? { field: 'address', text: describeOutcome(outcome, 'Magazinul') },
        );
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      onLinked();
    },
    onError: (error) => setProblem({ field: 'address', text: errorMessage(error) }),
  });
  // Screen readers say the field together with what is wrong.
  useEffect(() => {
    if (problem !== null) form.current?.querySelector<HTMLInputElement>(`[name=${problem.field}]`)?.focus();
  }, [problem]);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (link.isPending) return;
    const written = new FormData(event.currentTarget);
    const read = (field: Field) => String(written.get(field) ?? '').trim();
    const typed: Typed = { address: read('address'), key: read('key'), secret: read('secret') };
    const missing = findProblem(typed);
    setProblem(missing);
    if (missing === null) link.mutate(typed);
  };
  const errorOf = (field: Field) => (problem?.field === field ? problem.text : undefined);
  const secret = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 120 } as const;
  return (
    <form
      ref={form}
      noValidate
      aria-label="Magazinul WooCommerce"
      onSubmit={handleSubmit}
      className="flex max-w-md flex-col gap-3"
    >
      <p>
        Fă o cheie în WordPress, la WooCommerce › Setări › Avansat › REST API › Adaugă cheie, cu permisiunea
        „Citire/Scriere”, și copiaz-o aici. Cheia și secretul le păstrăm criptate; o poți șterge oricând, aici
        sau în magazin.
      </p>
      {mode === 'stand-in' && (
        <p className="text-sm text-ink-soft">
          De probă: {STAND_IN_SHOP.address.replace('https://', '')}, cu cheia {STAND_IN_SHOP.key} și secretul{' '}
          {STAND_IN_SHOP.secret}.
        </p>
      )}
      <TextField
        name="address"
        label="Adresa magazinului"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={known === ''}
        defaultValue={known}
        maxLength={300}
        error={errorOf('address')}
      />
      <TextField
        name="key"
        label="Cheia (începe cu ck_)"
        {...secret}
        autoFocus={known !== ''}
        error={errorOf('key')}
      />
      <PasswordField name="secret" label="Secretul (începe cu cs_)" {...secret} error={errorOf('secret')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={link.isPending}>
          Leagă magazinul
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Renunță
        </Button>
      </div>
    </form>
  );
}

/** Returns what is plainly missing of what was typed. */
function findProblem({ address, key, secret }: Typed): Problem | null {
  if (address === '') return SHOP_PROBLEMS.address ?? null;
  if (!key.startsWith('ck_')) return { field: 'key', text: 'Cheia începe cu ck_. Copiaz-o întreagă.' };
  if (!secret.startsWith('cs_'))
    return { field: 'secret', text: 'Secretul începe cu cs_. WordPress îl arată o singură dată.' };
  return null;
}
