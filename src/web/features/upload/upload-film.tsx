import type { Batch } from '#contract/batches.ts';
import type { UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import { uploads } from '#web/features/upload/queue/uploads.ts';
import { TransferNote } from '#web/features/upload/transfer-note.tsx';
import { photoFigures, type UploadEntry, uploadEntries } from '#web/features/upload/upload-entry.ts';
import { UploadRow } from '#web/features/upload/upload-row.tsx';
import { FilmStrip } from '#web/ui/pictures/film-strip.tsx';

interface UploadFilmProps {
  readonly items: readonly UploadItem[];
  readonly batch: Batch | null;
  /** Takes photos that the server knows out of the batch; they stay in the gallery. */
  readonly onDismiss: (photoIds: readonly string[]) => void;
}

/** The batch being gathered, as a film whose frames light up one by one. */
export function UploadFilm({ items, batch, onDismiss }: UploadFilmProps) {
  const entries = uploadEntries(items, batch === null ? [] : Object.values(batch.photos));
  const { arrived, expected } = photoFigures(entries);
  const remove = (entry: UploadEntry) => {
    return () => {
      if (entry.uploadId !== null) uploads.remove(entry.uploadId);
      const own =
        items.find(({ id }) => id === entry.uploadId)?.photoId ??
        (entry.uploadId === null ? entry.key : null);
      const shared = entries.some(({ key, photoId }) => key !== entry.key && photoId === entry.photoId);
      const gone = [own, shared ? null : entry.photoId].filter(
        (id) => id !== null && batch?.photos[id] !== undefined,
      );
      if (gone.length > 0) onDismiss([...new Set(gone)] as string[]);
    };
  };
  return (
    <FilmStrip label="Fotografiile lotului">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p aria-live="polite" className="font-display text-xl font-bold">
          <span className="text-3xl">{arrived}</span> din {expected} {expected === 1 ? 'trimisă' : 'trimise'}
        </p>
        <div className="text-sm text-film-soft">
          <TransferNote items={items} />
        </div>
      </div>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2.5 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        {entries.map((entry) => (
          <UploadRow key={entry.key} entry={entry} onRemove={remove(entry)} />
        ))}
      </ol>
    </FilmStrip>
  );
}
