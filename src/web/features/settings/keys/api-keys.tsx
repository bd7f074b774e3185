import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ApiKeys } from '#contract/api/keys.ts';
import { MOST_KEYS } from '#domain/users/api-keys.ts';
import { apiKeysQuery } from '#web/api/queries/api-keys-query.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { ApiKeyForm, type MadeKey } from '#web/features/settings/keys/api-key-form.tsx';
import { ApiKeyRow } from '#web/features/settings/keys/api-key-row.tsx';
import { ShownOnce } from '#web/features/settings/keys/shown-once.tsx';
import { WebhookList } from '#web/features/settings/keys/webhooks.tsx';
import { useInlineForm } from '#web/features/settings/sign-in/use-inline-form.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** The page about the API, a document of the server. */
const DOCS = '/api/docs';

/** Keys by which programs use the account. */
export function ApiKeyList() {
  const query = useQuery(apiKeysQuery);
  if (query.data) return <Keys {...query.data} />;
  return query.error ? (
    <ReadFailed query={query} />
  ) : (
    <>
      <LoadingNote />
      <Skeleton className="h-24 w-full" />
    </>
  );
}

function Keys({ keys, areAwake }: ApiKeys) {
  const form = useInlineForm();
  const [made, setMade] = useState<MadeKey | null>(null);
  const open = () => {
    setMade(null);
    form.setOpen(true);
  };
  return (
    <>
      <p className="max-w-prose text-ink-soft">
        Cu o cheie, programul tău face loturi, trimite fotografii și ia fișierele gata. Cum anume scrie la{' '}
        <a href={DOCS} className="font-semibold underline">
          API pentru programele tale
        </a>
        .
      </p>
      {made && (
        <ShownOnce
          names={{ place: 'Cheia nouă', field: 'Cheia API' }}
          words={`Cheia „${made.key.name}” e gata. Pune-o acum la loc sigur: nu o mai arătăm.`}
          secret={made.secret}
          onKept={() => setMade(null)}
        />
      )}
      {keys.length > 0 && (
        <ul aria-label="Cheile tale API" className="mt-4 border-b border-line">
          {keys.map((key) => (
            <ApiKeyRow
              key={key.id}
              apiKey={key}
              isAsleep={!areAwake}
              onEnded={() => {
                if (made?.key.id === key.id) setMade(null);
                form.button.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      {areAwake ? (
        <div className="mt-4">
          {form.isOpen ? (
            <ApiKeyForm
              onMade={(next) => {
                setMade(next);
                form.setOpen(false);
              }}
              onCancel={() => form.setOpen(false)}
            />
          ) : (
            <Button ref={form.button} look="quiet" disabled={keys.length >= MOST_KEYS} onClick={open}>
              Fă o cheie
            </Button>
          )}
        </div>
      ) : (
        <NeedsPlan hasKeys={keys.length > 0} />
      )}
      <WebhookList />
    </>
  );
}

function NeedsPlan({ hasKeys }: { readonly hasKeys: boolean }) {
  return (
    <>
      <p className="mt-4 max-w-prose">
        {hasKeys
          ? 'Cheile tale dorm: merg din nou când ai planul Pro sau Dealer.'
          : 'Cheile API vin cu planurile Pro și Dealer.'}
      </p>
      <Link to="/pricing" className={`mt-3 ${buttonClass({ look: 'quiet' })}`}>
        Vezi planurile
      </Link>
    </>
  );
}
