import { useEffect, useMemo, useRef } from 'react';
import type { GalleryItem } from '#contract/gallery.ts';
import { keepOnly, type Selection } from '#web/features/gallery/photos/selection.ts';

interface Page {
  readonly items: readonly GalleryItem[];
  readonly order: readonly string[];
  /** Everything is on the page: what is not there does not exist. */
  readonly isWhole: boolean;
  readonly selection: Selection;
  readonly onSelect: (next: (selection: Selection) => Selection) => void;
}

/** The chosen ones, those too that other filters have taken off the page; what is gone from the gallery leaves the selection. */
export function useChosen({ items, order, isWhole, selection, onSelect }: Page): GalleryItem[] {
  const known = useRef(new Map<string, GalleryItem>());
  useEffect(() => {
    if (isWhole) onSelect((current) => keepOnly(current, order));
  }, [isWhole, order, onSelect]);
  return useMemo(() => {
    for (const item of items) known.current.set(item.id, item);
    return [...selection.ids].flatMap((id) => known.current.get(id) ?? []);
  }, [items, selection.ids]);
}
