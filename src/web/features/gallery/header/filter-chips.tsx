import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import type { Batch, BatchRow } from '#contract/batches.ts';
import { keys } from '#web/api/queries/keys.ts';
import { type AddressProps, addressPath, type Filters } from '#web/features/gallery/gallery-address.ts';
import { filterWords } from '#web/features/gallery/header/filter-words.ts';
import { lotName } from '#web/text/batch-words.ts';

/** The active filters, each with a button that removes it. */
export function FilterChips({ address, onAddress }: Pick<AddressProps, 'address' | 'onAddress'>) {
  const { view, filters } = address;
  const words = filterWords(filters, useLotName(filters.lot));
  const without = (name: keyof Filters) => {
    const { [name]: _, ...rest } = filters;
    onAddress({ view, filters: rest });
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
          <Link to={addressPath({ view, filters: {} })} className="link text-sm">
            Șterge filtrele
          </Link>
        </li>
      )}
    </ul>
  );
}

/** Returns the lot's name when this browser has it cached, else null. */
function useLotName(batchId: string | undefined): string | null {
  const client = useQueryClient();
  if (batchId === undefined) return null;
  const lot =
    client.getQueryData<Batch>(keys.batch(batchId)) ??
    client.getQueryData<{ batches: BatchRow[] }>(keys.batches)?.batches.find(({ id }) => id === batchId);
  return lot ? lotName(lot) : null;
}
