import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { makeWebhook, type Webhooks } from '#contract/api/webhooks.ts';
import { LONGEST_WEBHOOK_URL, MOST_WEBHOOKS } from '#domain/users/webhooks.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { webhooksQuery } from '#web/api/queries/api-keys-query.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { ShownOnce } from '#web/features/settings/keys/shown-once.tsx';
import { WebhookRow } from '#web/features/settings/keys/webhook-row.tsx';
import { useInlineForm } from '#web/features/settings/sign-in/use-inline-form.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** Addresses that are told how lots ended. */
export function WebhookList() {
  const query = useQuery(webhooksQuery);
  if (query.data) return <Addresses {...query.data} />;
  return query.error ? (
    <ReadFailed query={query} />
  ) : (
    <>
      <LoadingNote />
      <Skeleton className="h-12 w-full" />
    </>
  );
}

function Addresses({ webhooks, areAwake }: Webhooks) {
  const form = useInlineForm();
  const [secret, setSecret] = useState<string | null>(null);
  if (!areAwake && webhooks.length === 0) return null;
  const open = () => {
    setSecret(null);
    form.setOpen(true);
  };
  return (
    <section aria-labelledby="webhooks-title" className="mt-8">
      <h3 id="webhooks-title" className="text-xl">
        Anunțuri către programul tău
      </h3>
      <p className="mt-2 max-w-prose text-ink-soft">
        Când un lot e gata sau n-a ieșit, trimitem un anunț semnat (webhook) la adresa ta.
      </p>
      {secret !== null && (
        <ShownOnce
          names={{ place: 'Secretul adresei', field: 'Secretul de semnare' }}
          words="Adresa e adăugată. Cu secretul acesta programul tău verifică semnătura. Pune-l acum la loc sigur: nu îl mai arătăm."
          secret={secret}
          onKept={() => setSecret(null)}
        />
      )}
      {webhooks.length > 0 && (
        <ul aria-label="Adresele programelor tale" className="mt-4 border-b border-line">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onEnded={() => form.button.current?.focus()} />
          ))}
        </ul>
      )}
      {areAwake && (
        <div className="mt-4">
          {form.isOpen ? (
            <AddressForm
              onMade={(made) => {
                setSecret(made);
                form.setOpen(false);
              }}
              onCancel={() => form.setOpen(false)}
            />
          ) : (
            <Button ref={form.button} look="quiet" disabled={webhooks.length >= MOST_WEBHOOKS} onClick={open}>
              Adaugă o adresă
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

interface AddressFormProps {
  readonly onMade: (secret: string) => void;
  readonly onCancel: () => void;
}

function AddressForm({ onMade, onCancel }: AddressFormProps) {
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  const make = useMutation({
    meta: { silent: true },
    mutationFn: () => call(makeWebhook, { body: { url: url.trim() } }),
    onSuccess: async ({ secret }) => {
      await client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      onMade(secret);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() !== '' && !make.isPending) make.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-3">
      <TextField
        label="Adresa programului"
        autoFocus
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_WEBHOOK_URL}
        value={url}
        hint="De exemplu https://magazin.ro/fotolot"
        error={make.error ? errorMessage(make.error) : undefined}
        onValueChange={(next) => {
          make.reset();
          setUrl(next);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" small busy={make.isPending}>
          Adaugă adresa
        </Button>
        <Button look="quiet" small onClick={onCancel}>
          Renunță
        </Button>
      </div>
    </form>
  );
}
