import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatCount } from '#domain/language/plural.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { advertsQuery, productsQuery } from '#web/features/batches/advert/advert-queries.ts';
import { AdvertList, PRODUCT_STATES, putFirst } from '#web/features/batches/advert/choose/advert-list.tsx';
import { NOUNS } from '#web/shared/adverts/nouns.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

interface ChooseProductProps {
  readonly connectionId: string;
  readonly lastAdvertId: string | null;
  readonly onChoose: (advertId: string) => void;
}

/** A shop's products: its newest, or those that the shop itself finds by a code or by words. */
export function ChooseProduct({ connectionId, lastAdvertId, onChoose }: ChooseProductProps) {
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const newest = useInfiniteQuery({ ...advertsQuery(connectionId), enabled: words === '' });
  const found = useQuery({ ...productsQuery(connectionId, words), enabled: words !== '' });
  const query = words === '' ? newest : found;
  const pages = words === '' ? (newest.data?.pages ?? []) : [found.data ?? []].flat();
  // The shop may put a product in front while its pages are read.
  const products = [
    ...new Map(pages.flatMap(({ adverts }) => adverts).map((each) => [each.id, each])).values(),
  ];
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setWords(typed.trim());
  };
  return (
    <>
      <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-52">
          <TextField
            label="Cod (SKU) sau nume"
            type="search"
            maxLength={100}
            value={typed}
            onValueChange={setTyped}
          />
        </div>
        <Button type="submit" look="quiet" busy={found.isFetching}>
          Caută
        </Button>
      </form>
      {query.data === undefined ? (
        query.error ? (
          <ReadFailed query={query} />
        ) : (
          <>
            <LoadingNote>Citim produsele…</LoadingNote>
            <Skeleton className="h-40 w-full" />
          </>
        )
      ) : (
        <>
          <p role="status" className="text-sm text-ink-soft">
            {describeFound(products.length, { words, isLast: pages.at(-1)?.isLast !== false })}
          </p>
          <AdvertList
            name="Produsele tale"
            adverts={words === '' ? putFirst(products, lastAdvertId) : products}
            lastAdvertId={lastAdvertId}
            stateWords={PRODUCT_STATES}
            onChoose={onChoose}
          />
          {words === '' && newest.hasNextPage && (
            <Button look="quiet" busy={newest.isFetchingNextPage} onClick={() => void newest.fetchNextPage()}>
              Arată mai multe produse
            </Button>
          )}
        </>
      )}
    </>
  );
}

function describeFound(count: number, { words, isLast }: { words: string; isLast: boolean }): string {
  if (count === 0)
    return words === '' ? 'Magazinul nu are niciun produs.' : `Magazinul nu găsește „${words}”.`;
  const said = formatCount(count, NOUNS.woocommerce);
  if (isLast) return said;
  return words === '' ? `Cele mai noi ${said}` : `Primele ${said}: scrie mai mult ca să le restrângi`;
}
