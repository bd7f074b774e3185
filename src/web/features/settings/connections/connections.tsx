import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Connections } from '#contract/adverts/connections.ts';
import type { ConnectionOutcome } from '#domain/adverts/connection.ts';
import { SITE_NAMES } from '#domain/adverts/sites.ts';
import { connectionsQuery } from '#web/api/queries/connections-query.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { ConnectionRow } from '#web/features/settings/connections/connection-row.tsx';
import { OUTCOME_WORDS } from '#web/shared/adverts/outcome-words.ts';
import { useBeginConnection } from '#web/shared/adverts/use-begin-connection.ts';
import { useConnectionReturn } from '#web/shared/adverts/use-connection-return.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** Accounts at sites with adverts: which are linked, and what linking one means. */
export function LinkedAccounts() {
  const { outcome, forget } = useConnectionReturn();
  const query = useQuery(connectionsQuery);
  const begin = useBeginConnection();
  const { data } = query;
  if (!data)
    return query.error ? (
      <ReadFailed query={query} />
    ) : (
      <>
        <LoadingNote />
        <Skeleton className="h-24 w-full" />
      </>
    );
  return (
    <>
      <p className="max-w-prose text-ink-soft">
        Fotolot citește anunțurile tale și schimbă doar fotografiile anunțului pe care îl alegi. Nu publică,
        nu șterge, nu schimbă texte sau prețuri și nu citește mesaje.
      </p>
      <OutcomeNote outcome={outcome} />
      {data.sites.map((offered) => (
        <Site
          key={offered.site}
          offered={offered}
          connections={data.connections.filter(({ site }) => site === offered.site)}
          busy={begin.isPending}
          onLink={() => offered.connectsBy === 'page' && begin.mutate(offered.site)}
          onEnd={forget}
        />
      ))}
    </>
  );
}

function OutcomeNote({ outcome }: { readonly outcome: ConnectionOutcome | null }) {
  const isBad = outcome !== null && outcome !== 'linked';
  return (
    <>
      <div role="alert" className="mt-4 empty:hidden">
        {isBad && (
          <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">
            {OUTCOME_WORDS[outcome]}
          </p>
        )}
      </div>
      <div role="status" className="mt-4 empty:hidden">
        {outcome === 'linked' && (
          <p className="rounded-xl bg-sunken px-4 py-3 font-medium">Contul e legat.</p>
        )}
      </div>
    </>
  );
}

interface SiteProps {
  readonly offered: Connections['sites'][number];
  readonly connections: Connections['connections'];
  readonly busy: boolean;
  readonly onLink: () => void;
  readonly onEnd: () => void;
}

function Site({ offered: { site, mode, canConnect }, connections, busy, onLink, onEnd }: SiteProps) {
  const name = SITE_NAMES[site];
  const link = useRef<HTMLButtonElement>(null);
  return (
    <>
      {mode === 'stand-in' && (
        <p className="mt-4 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          <Pill tone="film">MOD TEST</Pill> Nu este {name}: conturile și anunțurile sunt inventate.
        </p>
      )}
      {connections.length > 0 && (
        <ul aria-label={`Conturi ${name} legate`} className="mt-4 border-b border-line">
          {connections.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              busy={busy}
              onEnd={() => {
                onEnd();
                // The pressed button goes with its row.
                link.current?.focus();
              }}
              {...(canConnect && { onLink })}
            />
          ))}
        </ul>
      )}
      {canConnect ? (
        <div className="mt-4">
          <Button ref={link} look="quiet" busy={busy} onClick={onLink}>
            {connections.length === 0 ? `Leagă contul ${name}` : `Leagă alt cont ${name}`}
          </Button>
        </div>
      ) : (
        <p className="mt-4 max-w-prose">
          Un cont {name} se poate lega doar când Fotolot are o adresă publică, cu https. Adresa aceasta se
          vede doar de pe acest calculator.
        </p>
      )}
    </>
  );
}
