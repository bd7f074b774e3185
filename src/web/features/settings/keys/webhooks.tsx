import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhooks } from '#contract/api/webhooks.ts';
import { MOST_WEBHOOKS } from '#domain/users/webhooks.ts';
import { webhooksQuery } from '#web/api/queries/api-keys-query.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { ShownOnce } from '#web/features/settings/keys/shown-once.tsx';
import { type MadeWebhook, WebhookForm } from '#web/features/settings/keys/webhook-form.tsx';
import { WebhookRow } from '#web/features/settings/keys/webhook-row.tsx';
import { useInlineForm } from '#web/features/settings/sign-in/use-inline-form.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** Milliseconds after which messages that are on their way are looked at again. */
const READ_AGAIN_MS = 2000;

/** Returns true while a message has not been tried yet: what becomes of it is known in a moment. */
function isUnderWay({ webhooks, areAwake }: Webhooks): boolean {
  const deliveries = webhooks.flatMap((webhook) => webhook.deliveries);
  return areAwake && deliveries.some(({ state, triedAt }) => state === 'waiting' && triedAt === null);
}

/** Addresses of programs that are told how lots ended. */
export function WebhookList() {
  const query = useQuery({
    ...webhooksQuery,
    refetchInterval: ({ state }) => state.data && isUnderWay(state.data) && READ_AGAIN_MS,
  });
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
  const [made, setMade] = useState<MadeWebhook | null>(null);
  if (!areAwake && webhooks.length === 0) return null;
  const open = () => {
    setMade(null);
    form.setOpen(true);
  };
  return (
    <section aria-labelledby="webhooks-title" className="mt-8">
      <h3 id="webhooks-title" className="text-xl">
        Anunțuri către programul tău
      </h3>
      <p className="mt-2 max-w-prose text-ink-soft">
        Când un lot e gata sau a eșuat, trimitem un anunț semnat (webhook) la adresa programului tău.
      </p>
      {made && (
        <ShownOnce
          names={{ place: 'Adresa nouă', field: 'Secretul de semnare' }}
          words="Adresa e adăugată. Cu secretul acesta, programul tău verifică semnătura anunțurilor. Pune-l acum la loc sigur: nu îl mai arătăm."
          secret={made.secret}
          onKept={() => setMade(null)}
        />
      )}
      {webhooks.length > 0 && (
        <ul aria-label="Adresele programelor tale" className="mt-4 border-b border-line">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              isAsleep={!areAwake}
              onEnded={() => {
                if (made?.webhook.id === webhook.id) setMade(null);
                form.button.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      {areAwake && (
        <div className="mt-4">
          {form.isOpen ? (
            <WebhookForm
              onMade={(next) => {
                setMade(next);
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
