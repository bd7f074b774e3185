import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Connections } from '#contract/adverts/connections.ts';
import type { ConnectionOutcome } from '#domain/adverts/connection.ts';
import { PAGE_SITES, SITE_NAMES, type SiteName } from '#domain/adverts/sites.ts';
import { connectionsQuery } from '#web/api/queries/connections-query.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { ConnectionRow } from '#web/features/settings/connections/connection-row.tsx';
import { AccountForm, type OfferedFormSite } from '#web/shared/adverts/account-form.tsx';
import { nameLinking } from '#web/shared/adverts/link-words.ts';
import { describeOutcome } from '#web/shared/adverts/outcome-words.ts';
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
        Fotolot citește anunțurile sau produsele tale și schimbă doar fotografiile celui pe care îl alegi. Nu
        publică, nu șterge, nu schimbă texte sau prețuri și nu citește mesaje.
      </p>
      <OutcomeNote outcome={outcome} />
      {data.sites.map((offered) => {
        const shown = {
          connections: data.connections.filter(({ site }) => site === offered.site),
          onEnd: forget,
        };
        return offered.connectsBy === 'page' ? (
          <Site
            key={offered.site}
            {...shown}
            offered={offered}
            busy={begin.isPending}
            onLink={() => {
              forget();
              begin.mutate(offered.site);
            }}
          />
        ) : (
          <FormSite key={offered.site} {...shown} offered={offered} onBegin={forget} />
        );
      })}
    </>
  );
}

/** Says how a visit to the page of a site ended. */
function OutcomeNote({ outcome }: { readonly outcome: ConnectionOutcome | null }) {
  const isBad = outcome !== null && outcome !== 'linked';
  return (
    <>
      <div role="alert" className="mt-4 empty:hidden">
        {isBad && (
          <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">
            {describeOutcome(outcome, SITE_NAMES[PAGE_SITES[0]])}
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
  /** `seller`: of an account that is linked again. */
  readonly onLink: (seller?: string) => void;
  readonly onEnd: () => void;
  /** Stands in for the button while it is there. */
  readonly form?: ReactNode;
}

function Site({ offered: { site, mode, canConnect }, connections, busy, onLink, onEnd, form }: SiteProps) {
  const name = SITE_NAMES[site];
  const link = useRef<HTMLButtonElement>(null);
  return (
    <>
      {mode === 'stand-in' && (
        <p className="mt-4 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          <Pill tone="film">MOD TEST</Pill> {describeTest(site)}
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
              // The form is the same act.
              {...(canConnect && !form && { onLink: () => onLink(connection.seller) })}
            />
          ))}
        </ul>
      )}
      {!canConnect ? (
        <p className="mt-4 max-w-prose">
          Un cont {name} se poate lega doar când Fotolot are o adresă publică, cu https. Adresa aceasta se
          vede doar de pe acest calculator.
        </p>
      ) : (
        <div className="mt-4">
          {form ?? (
            <Button ref={link} look="quiet" busy={busy} onClick={() => onLink()}>
              {nameLinking(site, connections.length > 0)}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Says that a site is none. */
function describeTest(site: SiteName): string {
  return site === 'woocommerce'
    ? 'Nu este un magazin adevărat: produsele sunt inventate.'
    : `Nu este ${SITE_NAMES[site]}: conturile și anunțurile sunt inventate.`;
}

interface FormSiteProps extends Pick<SiteProps, 'connections' | 'onEnd'> {
  readonly offered: OfferedFormSite;
  readonly onBegin: () => void;
}

/** A site whose accounts are linked here, by a form in the button's place. */
function FormSite({ offered, connections, onEnd, onBegin }: FormSiteProps) {
  /** Account that the form begins with; null: it is closed. */
  const [known, setKnown] = useState<string | null>(null);
  const [isLinked, setLinked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const close = (hasLinked: boolean) => {
    setLinked(hasLinked);
    setKnown(null);
    // What was pressed goes with the form.
    place.current?.focus();
  };
  const form = known !== null && (
    <AccountForm
      key={known}
      offered={offered}
      known={known}
      onLinked={() => close(true)}
      onCancel={() => close(false)}
    />
  );
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Site
        offered={offered}
        connections={connections}
        busy={false}
        onLink={(seller = '') => {
          onBegin();
          setLinked(false);
          setKnown(seller);
        }}
        onEnd={() => {
          setLinked(false);
          onEnd();
        }}
        {...(form && { form })}
      />
      <div role="status" className="mt-4 empty:hidden">
        {isLinked && (
          <p className="rounded-xl bg-sunken px-4 py-3 font-medium">
            {offered.connectsBy === 'key' ? 'Magazinul e legat.' : 'Contul e legat.'}
          </p>
        )}
      </div>
    </div>
  );
}
