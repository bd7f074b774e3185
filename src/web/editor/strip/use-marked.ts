import { useState } from 'react';
import {
  type Marked,
  type Marking,
  markUpTo,
  NO_MARKS,
  openRow,
  toggleMark,
} from '#web/editor/strip/marked.ts';

/** Returns the marked photos of the strip, to be taken out or moved together. */
export function useMarked(ids: readonly string[], shown: string | null): Marked {
  const [marking, setMarking] = useState<Marking | null>(null);
  const known = marking ?? NO_MARKS;
  return {
    // Photos that left the batch meanwhile are marked no more.
    ids: marking === null ? null : new Set(ids.filter((id) => marking.ids.has(id))),
    isOpen: known.isOpen,
    begin: () => setMarking(NO_MARKS),
    end: () => setMarking(null),
    all: () => setMarking({ ...NO_MARKS, ids: new Set(ids) }),
    mark: (id, upTo) =>
      setMarking(
        upTo || known.isOpen ? markUpTo(known, id, { all: ids, from: shown }) : toggleMark(known, id),
      ),
    open: (id) => setMarking(openRow(known, id)),
  };
}
