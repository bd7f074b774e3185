import { lazy, Suspense, useCallback, useState } from 'react';
import type { GalleryAddress, GalleryView } from '#web/features/gallery/gallery-address.ts';
import { GalleryHeader } from '#web/features/gallery/gallery-header.tsx';
import { LotsSkeleton } from '#web/features/gallery/gallery-skeleton.tsx';
import { PhotosView } from '#web/features/gallery/photos-view.tsx';
import { NOTHING, type Selection } from '#web/features/gallery/selection.ts';

const LotsView = lazy(async () => ({
  default: (await import('#web/features/gallery/lots-view.tsx')).LotsView,
}));

export interface GalleryProps {
  readonly address: GalleryAddress;
  /** What is typed replaces the address, so that Back does not go letter by letter. */
  readonly onAddress: (address: GalleryAddress, how?: { replace: boolean }) => void | Promise<void>;
  /** Leads to a view as it was left. */
  readonly wayTo: (view: GalleryView) => string;
  readonly onLot: (batchId: string) => void;
}

type Selections = Readonly<Partial<Record<GalleryView, Selection>>>;

export function Gallery({ address, onAddress, wayTo, onLot }: GalleryProps) {
  const { view, filters } = address;
  const [totals, setTotals] = useState<Readonly<Partial<Record<GalleryView, number>>>>({});
  const [selections, setSelections] = useState<Selections>({});
  const select = useCallback(
    (next: (selection: Selection) => Selection) =>
      setSelections((all) => ({ ...all, [view]: next(all[view] ?? NOTHING) })),
    [view],
  );
  const count = useCallback((n: number) => setTotals((all) => ({ ...all, [view]: n })), [view]);
  return (
    <div className="page flex min-h-full flex-col pb-6">
      <GalleryHeader address={address} total={totals[view] ?? null} onAddress={onAddress} wayTo={wayTo} />
      <div className="flex flex-1 flex-col">
        {view === 'lots' ? (
          <Suspense fallback={<LotsSkeleton />}>
            <LotsView filters={filters} onLot={onLot} />
          </Suspense>
        ) : (
          <PhotosView
            key={view}
            kind={view}
            filters={filters}
            selection={selections[view] ?? NOTHING}
            onSelect={select}
            onCount={count}
            onLot={onLot}
          />
        )}
      </div>
    </div>
  );
}
