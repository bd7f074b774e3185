import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { GalleryItem } from '#contract/gallery.ts';
import type { GalleryKind } from '#domain/photos/gallery.ts';
import { PageReadFailed } from '#web/api/read-failed.tsx';
import { NothingFound, NothingHere, RestProblem } from '#web/features/gallery/gallery-notes.tsx';
import { GallerySkeleton } from '#web/features/gallery/gallery-skeleton.tsx';
import { type Filters, isNarrowed } from '#web/features/gallery/gallery-url.ts';
import { PhotoGrid } from '#web/features/gallery/photos/photo-grid.tsx';
import { keepOnly, NOTHING, type Selection, selectAll } from '#web/features/gallery/photos/selection.ts';
import { useGalleryItems } from '#web/features/gallery/photos/use-gallery-items.ts';
import { TrashBar } from '#web/features/gallery/tray/trash-bar.tsx';
import { useGalleryActions } from '#web/features/gallery/tray/use-gallery-actions.ts';

const ChosenTray = lazy(async () => ({
  default: (await import('#web/features/gallery/tray/chosen-tray.tsx')).ChosenTray,
}));
const PurgeQuestion = lazy(async () => ({
  default: (await import('#web/features/gallery/tray/purge-question.tsx')).PurgeQuestion,
}));
const Viewer = lazy(async () => ({
  default: (await import('#web/features/gallery/viewer/viewer.tsx')).Viewer,
}));

interface PhotosViewProps {
  readonly kind: GalleryKind;
  readonly filters: Filters;
  readonly onCount: (kind: GalleryKind, total: number) => void;
  readonly onBatch: (batchId: string) => void;
}

const LABELS: Readonly<Record<GalleryKind, string>> = {
  photos: 'Fotografii',
  results: 'Rezultate',
  trash: 'Fotografii din coș',
};

/** Originals, results or the trash: the same grid with another tray. */
export function PhotosView({ kind, filters, onCount, onBatch }: PhotosViewProps) {
  const [selection, onSelect] = useState(NOTHING);
  const { query, items, total, readOn, readAll } = useGalleryItems(kind, filters);
  const order = useMemo(() => items.map(({ id }) => id), [items]);
  const isRead = query.isSuccess && !query.isPlaceholderData && !query.hasNextPage;
  const isWhole = isRead && !isNarrowed(filters);
  const chosen = useChosen({ items, order, isWhole, selection, onSelect });
  const [viewing, setViewing] = useState<string | null>(null);
  const actions = useGalleryActions({ onBatch, onSelect });
  useEffect(() => () => setViewing(null), []);
  useEffect(() => {
    if (total !== null) onCount(kind, total);
  }, [kind, total, onCount]);
  if (query.isPending) return <GallerySkeleton />;
  if (query.isError && items.length === 0) {
    return <PageReadFailed heading="h2" title="Galeria nu răspunde" query={query} />;
  }
  if (items.length === 0) return isNarrowed(filters) ? <NothingFound /> : <NothingHere kind={kind} />;
  const deleteChosen = () => {
    const ids = chosen.map(({ id }) => id);
    if (ids.length === 0) return;
    if (kind === 'photos') actions.trash.mutate(ids);
    if (kind === 'trash') actions.requestDeletion({ photoIds: ids, isAll: false });
  };
  const allIds = async () => (query.hasNextPage ? await readAll() : items).map(({ id }) => id);
  const askToEmpty = async () => {
    const photoIds = await allIds();
    // A page that could not be read stays, with the items on it.
    actions.requestDeletion({ photoIds, isAll: photoIds.length >= (total ?? 0) });
  };
  const selectEverything = async () => {
    const ids = await allIds();
    onSelect((current) => selectAll(current, ids));
  };
  return (
    <>
      {kind === 'trash' && !isNarrowed(filters) && <TrashBar onEmpty={askToEmpty} />}
      <p className="mt-3 hidden text-sm text-ink-soft [@media(hover:none)]:block">
        Ține apăsat pe o poză ca s-o alegi.
      </p>
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
        onDelete={deleteChosen}
        onNearEnd={readOn}
      />
      {query.isFetchNextPageError && <RestProblem onRetry={() => void query.fetchNextPage()} />}
      {chosen.length > 0 && (
        <Suspense>
          <ChosenTray kind={kind} chosen={chosen} actions={actions} onClear={() => onSelect(NOTHING)} />
        </Suspense>
      )}
      {actions.pendingDeletion && (
        <Suspense>
          <PurgeQuestion pendingDeletion={actions.pendingDeletion} actions={actions} />
        </Suspense>
      )}
      {viewing !== null && (
        <Suspense>
          <Viewer items={items} itemId={viewing} actions={actions} onShow={setViewing} onNearEnd={readOn} />
        </Suspense>
      )}
    </>
  );
}

interface Page {
  readonly items: readonly GalleryItem[];
  readonly order: readonly string[];
  /** True when everything is on the page: an item that is not there does not exist. */
  readonly isWhole: boolean;
  readonly selection: Selection;
  readonly onSelect: (next: (selection: Selection) => Selection) => void;
}

/** Returns the chosen items, those too that other filters have taken off the page; items gone from the gallery leave the selection. */
function useChosen({ items, order, isWhole, selection, onSelect }: Page): GalleryItem[] {
  const known = useRef(new Map<string, GalleryItem>());
  useEffect(() => {
    if (isWhole) onSelect((current) => keepOnly(current, order));
  }, [isWhole, order, onSelect]);
  return useMemo(() => {
    for (const item of items) known.current.set(item.id, item);
    return [...selection.ids].flatMap((id) => known.current.get(id) ?? []);
  }, [items, selection.ids]);
}
