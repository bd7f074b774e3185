import { useState } from 'react';
import type { Marked } from '#web/editor/strip/marked.ts';
import { between, toggled } from '#web/editor/strip/marked.ts';

/** The photos of the strip that are marked, to be taken out or moved together. */
export function useMarked(ids: readonly string[], shown: string | null): Marked {
  const [marked, setMarked] = useState<ReadonlySet<string> | null>(null);
  const [last, setLast] = useState<string | null>(null);
  // Those that left the batch meanwhile are marked no more.
  const now = marked === null ? null : new Set(ids.filter((id) => marked.has(id)));
  return {
    ids: now,
    begin: () => setMarked(new Set()),
    end: () => setMarked(null),
    all: () => setMarked(new Set(ids)),
    mark(id, upTo) {
      const from = upTo ? (last ?? shown) : null;
      setMarked(
        from === null ? toggled(now ?? new Set(), id) : new Set([...(now ?? []), ...between(ids, from, id)]),
      );
      setLast(id);
    },
  };
}
