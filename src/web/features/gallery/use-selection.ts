import { useEffect, useMemo, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { keepOnly, NOTHING, type Selection } from '#web/features/gallery/selection.ts';

/** The selection over the photos on the page; what leaves the page leaves it. */
export function useSelection(photos: readonly Photo[]) {
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const order = useMemo(() => photos.map(({ id }) => id), [photos]);
  useEffect(() => setSelection((current) => keepOnly(current, order)), [order]);
  return { selection, setSelection, order };
}
