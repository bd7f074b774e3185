import { useCallback, useEffect, useState } from 'react';
import { GalleryProblem, NoPhotos, NothingFound } from '#web/features/gallery/gallery-notes.tsx';
import { GallerySkeleton } from '#web/features/gallery/gallery-skeleton.tsx';
import { KeptTray } from '#web/features/gallery/kept-tray.tsx';
import { PhotoGrid } from '#web/features/gallery/photo-grid.tsx';
import { NOTHING } from '#web/features/gallery/selection.ts';
import { TrashTray } from '#web/features/gallery/trash-tray.tsx';
import { useGalleryActs } from '#web/features/gallery/use-gallery-acts.ts';
import { usePhotos } from '#web/features/gallery/use-photos.ts';
import { useSelection } from '#web/features/gallery/use-selection.ts';
import { Viewer } from '#web/features/gallery/viewer.tsx';

interface PhotosViewProps {
  readonly trash: boolean;
  readonly search: string;
  readonly onLot: (batchId: string) => void;
}

/** The photographs, or the trash: the same grid with another tray. */
export function PhotosView({ trash, search, onLot }: PhotosViewProps) {
  const { query, photos } = usePhotos(trash, search);
  const { selection, setSelection, order } = useSelection(photos);
  const [viewing, setViewing] = useState<string | null>(null);
  const clear = useCallback(() => setSelection(NOTHING), [setSelection]);
  const acts = useGalleryActs(onLot, clear);
  useEffect(() => () => setViewing(null), []);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (query.isPending) return <GallerySkeleton />;
  if (query.isError && photos.length === 0) {
    return <GalleryProblem error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (photos.length === 0)
    return search.trim() === '' ? <NoPhotos trash={trash} /> : <NothingFound search={search} />;
  const chosen = photos.filter(({ id }) => selection.ids.has(id));
  const removeChosen = () => !trash && chosen.length > 0 && acts.trash.mutate(chosen.map(({ id }) => id));
  return (
    <>
      <PhotoGrid
        label={trash ? 'Fotografii din coș' : 'Fotografii'}
        photos={photos}
        order={order}
        selection={selection}
        onSelect={setSelection}
        onView={setViewing}
        onDelete={removeChosen}
        onNearEnd={readOn}
      />
      {chosen.length > 0 &&
        (trash ? (
          <TrashTray chosen={chosen} acts={acts} onClear={clear} />
        ) : (
          <KeptTray chosen={chosen} acts={acts} onClear={clear} />
        ))}
      <Viewer
        photos={photos}
        photoId={viewing}
        onShow={setViewing}
        onTrash={(photoId) => {
          setViewing(null);
          acts.trash.mutate([photoId]);
        }}
      />
    </>
  );
}
