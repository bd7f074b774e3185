import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Connection } from '#contract/adverts/connections.ts';
import type { ListedAdvert } from '#contract/adverts/sendings.ts';
import { SITE_NAMES, type SiteName } from '#domain/adverts/sites.ts';
import { formatCount } from '#domain/language/plural.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { advertsQuery } from '#web/features/batches/advert/advert-queries.ts';
import { AdvertList, formatPrice, putFirst } from '#web/features/batches/advert/choose/advert-list.tsx';
import { ChooseProduct } from '#web/features/batches/advert/choose/choose-product.tsx';
import { NOUNS } from '#web/shared/adverts/nouns.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Chips } from '#web/ui/fields/chips.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** A search that finds nothing reads on by itself as far as here. */
const MOST_LOOKED_AT = 2000;

interface ChooseAdvertProps {
  /** Chooses among the accounts. */
  readonly accounts: ReactNode;
  readonly site: SiteName;
  readonly connectionId: string;
  /** The advert of this lot's last sending. */
  readonly lastAdvertId: string | null;
  /** Links another account. */
  readonly onLink: () => void;
  readonly onChoose: (advertId: string) => void;
}

/** The account, and then what it has: shops have too many products to read them all. */
export function ChooseAdvert(props: ChooseAdvertProps) {
  const { accounts, site, connectionId, onLink } = props;
  const start = useRef<HTMLDivElement>(null);
  // What was pressed is gone with the view before, which may have been scrolled.
  useEffect(() => {
    start.current?.focus({ preventScroll: true });
    start.current?.closest('[role=dialog]')?.scrollTo(0, 0);
  }, []);
  return (
    <div ref={start} tabIndex={-1} className="mt-4 flex flex-col gap-4 outline-none">
      <div>
        {accounts}
        <button type="button" className="link min-h-8 text-sm" onClick={onLink}>
          Leagă alt cont
        </button>
      </div>
      {site === 'woocommerce' ? (
        <ChooseProduct key={connectionId} {...props} />
      ) : (
        <OwnAdverts key={connectionId} {...props} />
      )}
    </div>
  );
}

interface AccountChipsProps {
  readonly connections: readonly Connection[];
  readonly connectionId: string;
  readonly onAccount: (connectionId: string) => void;
}

/** Chooses among the linked accounts, those that no longer count too; names the only one. */
export function AccountChips({ connections, connectionId, onAccount }: AccountChipsProps) {
  const [only] = connections;
  if (connections.length === 1 && only)
    return (
      <p className="text-sm text-ink-soft wrap-anywhere">
        Contul: {SITE_NAMES[only.site]}, {only.seller}
      </p>
    );
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

/** The own adverts of an account: the lot's last one first, then as the site lists them. */
function OwnAdverts({ connectionId, lastAdvertId, onChoose }: ChooseAdvertProps) {
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(advertsQuery(connectionId));
  const all = (query.data?.pages ?? []).flatMap(({ adverts }) => adverts);
  const found = putFirst(findAdverts(all, search), lastAdvertId);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const isLooking = search.trim() !== '' && found.length === 0 && hasNextPage && all.length < MOST_LOOKED_AT;
  // The site itself cannot be asked for words.
  useEffect(() => {
    if (isLooking && !isFetchingNextPage) void fetchNextPage();
  }, [isLooking, isFetchingNextPage, fetchNextPage]);
  if (query.data === undefined)
    return query.error ? (
      <ReadFailed query={query} />
    ) : (
      <>
        <LoadingNote>Citim anunțurile…</LoadingNote>
        <Skeleton className="h-40 w-full" />
      </>
    );
  return (
    <>
      <TextField label="Caută" type="search" value={search} onValueChange={setSearch} />
      <p role="status" className="text-sm text-ink-soft">
        {isLooking
          ? `Căutăm și mai departe: ${formatCount(all.length, NOUNS.olx)} până acum…`
          : describeFound(found.length, { read: all.length, isAll: !hasNextPage, search })}
      </p>
      <AdvertList name="Anunțurile tale" adverts={found} lastAdvertId={lastAdvertId} onChoose={onChoose} />
      {hasNextPage && (
        <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Arată mai multe anunțuri
        </Button>
      )}
    </>
  );
}

function describeFound(
  count: number,
  { read, isAll, search }: { read: number; isAll: boolean; search: string },
): string {
  if (search.trim() === '')
    return isAll ? formatCount(read, NOUNS.olx) : `Primele ${formatCount(read, NOUNS.olx)}`;
  const among = isAll ? '' : ` printre primele ${formatCount(read, NOUNS.olx)}`;
  if (count === 0) return `Niciun anunț${among} nu se potrivește.`;
  return `${formatCount(count, NOUNS.olx)}${among}`;
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
