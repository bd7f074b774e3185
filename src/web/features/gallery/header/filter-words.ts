import type { BatchGroup } from '#domain/batches/states.ts';
import { formatDay } from '#domain/language/time.ts';
import type { GallerySort, PhotoUse } from '#domain/photos/gallery.ts';
import type { Filters } from '#web/features/gallery/gallery-url.ts';

export const SORT_WORDS: Readonly<Record<GallerySort, string>> = {
  newest: 'Pe zile, cele mai noi întâi',
  oldest: 'Pe zile, cele mai vechi întâi',
  lots: 'Pe loturi',
  name: 'După nume',
};
export const USE_WORDS: Readonly<Record<PhotoUse, string>> = {
  loose: 'În niciun lot',
  undone: 'Neprocesate',
  done: 'Procesate',
};
export const GROUP_WORDS: Readonly<Record<BatchGroup, string>> = {
  draft: 'Nepornite',
  running: 'În lucru',
  done: 'Gata',
  trouble: 'Oprite sau neterminate',
};

const formatFilterDay = (iso: string) => formatDay(new Date(`${iso}T12:00:00Z`));

/** Returns the words of each active filter. The batch goes by its name, if that is known. */
export function filterWords(filters: Filters, batchName: string | null): [keyof Filters, string][] {
  const { q, lot: batch, use, output, from, to, sort, group } = filters;
  const words: [keyof Filters, string | undefined][] = [
    ['q', q && `„${q}”`],
    ['lot', batch && (batchName ?? 'Un lot')],
    ['use', use && USE_WORDS[use]],
    ['group', group && GROUP_WORDS[group]],
    ['output', output],
    ['from', from && `de pe ${formatFilterDay(from)}`],
    ['to', to && `până pe ${formatFilterDay(to)}`],
    ['sort', sort && SORT_WORDS[sort]],
  ];
  return words.flatMap(([name, text]) => (text ? [[name, text] as [keyof Filters, string]] : []));
}
