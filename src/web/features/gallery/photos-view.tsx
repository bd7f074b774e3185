import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { GalleryKind } from '#domain/photos/gallery.ts';
import { type Filters, isNarrowed } from '#web/features/gallery/gallery-address.ts';
import {
  GalleryProblem,
  NothingFound,
  NothingHere,
  RestProblem,
} from '#web/features/gallery/gallery-notes.tsx';
import { GallerySkeleton } from '#web/features/gallery/gallery-skeleton.tsx';
import { PhotoGrid } from '#web/features/gallery/photo-grid.tsx';
import { NOTHING, selectAll } from '#web/features/gallery/selection.ts';
import { useChosen } from '#web/features/gallery/use-chosen.ts';
import { useGalleryActs } from '#web/features/gallery/use-gallery-acts.ts';
import { useGalleryItems } from '#web/features/gallery/use-gallery-items.ts';

const ChosenTray = lazy(async () => ({
  default: (await import('#web/features/gallery/chosen-tray.tsx')).ChosenTray,
}));
const Viewer = lazy(async () => ({ default: (await import('#web/features/gallery/viewer.tsx')).Viewer }));

interface PhotosViewProps {
  readonly kind: GalleryKind;
  readonly filters: Filters;
  readonly onCount: (kind: GalleryKind, total: number) => void;
  readonly onLot: (batchId: string) => void;
}

const LABELS: Readonly<Record<GalleryKind, string>> = {
  photos: 'Fotografii',
  results: 'Rezultate',
  trash: 'Fotografii din coș',
};

/** Originals, results or the trash: the same grid with another tray. */
export function PhotosView({ kind, filters, onCount, onLot }: PhotosViewProps) {
  const [selection, onSelect] = useState(NOTHING);
  const { query, items, total, readOn, readAll } = useGalleryItems(kind, filters);
  const order = useMemo(() => items.map(({ id }) => id), [items]);
  const isRead = query.isSuccess && !query.isPlaceholderData && !query.hasNextPage;
  const isWhole = isRead && !isNarrowed(filters);
  const chosen = useChosen({ items, order, isWhole, selection, onSelect });
  const [viewing, setViewing] = useState<string | null>(null);
  const acts = useGalleryActs({ onLot, onSelect });
  useEffect(() => () => setViewing(null), []);
  useEffect(() => {
    if (total !== null) onCount(kind, total);
  }, [kind, total, onCount]);
  if (query.isPending) return <GallerySkeleton />;
  if (query.isError && items.length === 0) {
    return <GalleryProblem error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (items.length === 0) return isNarrowed(filters) ? <NothingFound /> : <NothingHere kind={kind} />;
  const trashChosen = () =>
    kind === 'photos' && chosen.length > 0 && acts.trash.mutate(chosen.map(({ id }) => id));
  const selectEverything = async () => {
    const all = query.hasNextPage ? await readAll() : items;
    onSelect((current) =>
      selectAll(
        current,
        all.map(({ id }) => id),
      ),
    );
  };
  return (
    <>
      <PhotoGrid
        label={LABELS[kind]}
        items={items}
        total={total ?? items.length}
        order={order}
        filters={filters}
        stale={query.isPlaceholderData}
        selection={selection}
        onSelect={onSelect}
        onAll={() => void selectEverything()}
        onView={setViewing}
        onDelete={trashChosen}
        onNearEnd={readOn}
      />
      {query.isFetchNextPageError && <RestProblem onRetry={() => void query.fetchNextPage()} />}
      {chosen.length > 0 && (
        <Suspense>
          <ChosenTray kind={kind} chosen={chosen} acts={acts} onClear={() => onSelect(NOTHING)} />
        </Suspense>
      )}
      {viewing !== null && (
        <Suspense>
          <Viewer items={items} itemId={viewing} acts={acts} onShow={setViewing} onNearEnd={readOn} />
        </Suspense>
      )}
    </>
  );
}
