import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import type { Batch, ListedBatch } from '#contract/batches.ts';
import { keys } from '#web/api/queries/keys.ts';
import { type Filters, type GalleryUrlProps, galleryPath } from '#web/features/gallery/gallery-url.ts';
import { filterWords } from '#web/features/gallery/header/filter-words.ts';
import { batchName } from '#web/text/batch-words.ts';

/** The active filters, each with a button that removes it. */
export function FilterChips({
  galleryUrl,
  onGalleryUrl,
}: Pick<GalleryUrlProps, 'galleryUrl' | 'onGalleryUrl'>) {
  const { view, filters } = galleryUrl;
  const words = filterWords(filters, useBatchName(filters.lot));
  const without = (name: keyof Filters) => {
    const { [name]: _, ...rest } = filters;
    onGalleryUrl({ view, filters: rest });
  };
  return (
    <ul aria-label="Filtre alese" className="mt-3 flex flex-wrap items-center gap-2">
      {words.map(([name, text]) => (
        <li key={name} className="min-w-0">
          <button
            type="button"
            onClick={() => without(name)}
            aria-label={`Scoate filtrul ${text}`}
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-sunken py-1 pr-2 pl-3 text-sm font-medium hover:bg-line"
          >
            <span className="truncate">{text}</span>
            <X aria-hidden size={14} className="shrink-0" />
          </button>
        </li>
      ))}
      {words.length > 1 && (
        <li>
          <Link to={galleryPath({ view, filters: {} })} className="link text-sm">
            Șterge filtrele
          </Link>
        </li>
      )}
    </ul>
  );
}

/** Returns the batch's name when this browser has it cached, else null. */
function useBatchName(batchId: string | undefined): string | null {
  const client = useQueryClient();
  if (batchId === undefined) return null;
  const batch =
    client.getQueryData<Batch>(keys.batch(batchId)) ??
    client.getQueryData<{ batches: ListedBatch[] }>(keys.batches)?.batches.find(({ id }) => id === batchId);
  return batch ? batchName(batch) : null;
}
