import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Connection } from '#contract/adverts/connections.ts';
import type { ListedAdvert } from '#contract/adverts/sendings.ts';
import { isOpen } from '#domain/adverts/advert.ts';
import { SITE_NAMES } from '#domain/adverts/sites.ts';
import { formatCount, formatNumber } from '#domain/language/plural.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { advertsQuery } from '#web/features/batches/advert/advert-queries.ts';
import { PICTURE } from '#web/features/batches/advert/sending-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Chips } from '#web/ui/fields/chips.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

const ADVERT = { one: 'anunț', few: 'anunțuri' };
const STATE_WORDS: Readonly<Record<ListedAdvert['state'], string>> = {
  shown: '',
  waiting: 'În așteptare',
  stopped: 'Oprit de site',
  ended: 'Încheiat',
  unknown: 'Stare necunoscută',
};

interface ChooseAdvertProps {
  /** Chooses among the accounts. */
  readonly accounts: ReactNode;
  readonly connectionId: string;
  /** The advert of this lot's last sending. */
  readonly lastAdvertId: string | null;
  /** Links another account. */
  readonly onLink: () => void;
  readonly onChoose: (advertId: string) => void;
}

/** The own adverts of an account: the lot's last one first, then as the site lists them. */
export function ChooseAdvert(props: ChooseAdvertProps) {
  const { accounts, connectionId, lastAdvertId, onLink, onChoose } = props;
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(advertsQuery(connectionId));
  const all = (query.data?.pages ?? []).flatMap(({ adverts }) => adverts);
  const found = findAdverts(all, search).toSorted(
    (a, b) => Number(b.id === lastAdvertId) - Number(a.id === lastAdvertId),
  );
  return (
    <div className="mt-4 flex flex-col gap-4">
      {accounts}
      {query.data === undefined ? (
        query.error ? (
          <ReadFailed query={query} />
        ) : (
          <>
            <LoadingNote>Citim anunțurile…</LoadingNote>
            <Skeleton className="h-40 w-full" />
          </>
        )
      ) : (
        <>
          <TextField label="Caută" type="search" value={search} onValueChange={setSearch} />
          <p role="status" className="text-sm text-ink-soft">
            {found.length === 0
              ? 'Niciun anunț de aici nu se potrivește.'
              : `${formatCount(found.length, ADVERT)}${query.hasNextPage ? ' din cele citite până acum' : ''}`}
          </p>
          <ul aria-label="Anunțurile tale" className="flex flex-col gap-2">
            {found.map((advert) => (
              <AdvertRow
                key={advert.id}
                advert={advert}
                isLast={advert.id === lastAdvertId}
                onChoose={() => onChoose(advert.id)}
              />
            ))}
          </ul>
          {query.hasNextPage && (
            <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Arată mai multe anunțuri
            </Button>
          )}
        </>
      )}
      <p>
        <button type="button" className="link min-h-8 text-sm" onClick={onLink}>
          Leagă alt cont
        </button>
      </p>
    </div>
  );
}

interface AccountChipsProps {
  readonly connections: readonly Connection[];
  readonly connectionId: string;
  readonly onAccount: (connectionId: string) => void;
}

/** Chooses among the linked accounts, those that no longer count too; nothing where there is one. */
export function AccountChips({ connections, connectionId, onAccount }: AccountChipsProps) {
  if (connections.length < 2) return null;
  const isOneSite = connections.every(({ site }) => site === connections[0]?.site);
  const names = new Map(
    connections.map(({ id, site, seller }) => [id, isOneSite ? seller : `${SITE_NAMES[site]}: ${seller}`]),
  );
  return (
    <Chips
      label="Contul"
      choices={connections.map(({ id }) => id)}
      chosen={connectionId}
      words={(id) => names.get(id) ?? ''}
      onChoose={onAccount}
    />
  );
}

/** Returns the adverts with all words of a search in title, number or price; case and diacritics do not count. */
function findAdverts(adverts: readonly ListedAdvert[], search: string): ListedAdvert[] {
  const words = simplifyText(search).split(/\s+/).filter(Boolean);
  return adverts.filter(({ title, id, price }) => {
    const said = simplifyText(
      `${title} ${id} ${price?.value ?? ''} ${price === null ? '' : formatPrice(price)}`,
    );
    return words.every((word) => said.includes(word));
  });
}

function simplifyText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

interface AdvertRowProps {
  readonly advert: ListedAdvert;
  readonly isLast: boolean;
  readonly onChoose: () => void;
}

function AdvertRow({ advert, isLast, onChoose }: AdvertRowProps) {
  const { id, title, cover, pictures, price, state } = advert;
  const can = isOpen(state);
  return (
    <li>
      <button
        type="button"
        disabled={!can}
        onClick={onChoose}
        className="flex w-full items-center gap-3 rounded-2xl border border-line p-2 text-left enabled:hover:bg-sunken disabled:opacity-60"
      >
        <span className="block size-16 shrink-0 overflow-hidden rounded-xl bg-sunken">
          {cover !== null && <img src={cover} alt="" loading="lazy" className="h-full w-full object-cover" />}
        </span>
        <span className="flex min-w-0 flex-col gap-0.5">
          <span className="line-clamp-2 font-medium wrap-anywhere">{title}</span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
            {price !== null && <span>{formatPrice(price)}</span>}
            <span>{formatCount(pictures, PICTURE)}</span>
            <span>nr. {id}</span>
            {STATE_WORDS[state] !== '' && <Pill tone={can ? 'plain' : 'danger'}>{STATE_WORDS[state]}</Pill>}
            {isLast && <Pill tone="signal">Ultima dată aici</Pill>}
          </span>
        </span>
      </button>
    </li>
  );
}

function formatPrice({ value, currency }: NonNullable<ListedAdvert['price']>): string {
  return `${formatNumber(value)} ${currency === 'RON' ? 'lei' : currency}`;
}
