export interface Marked {
  /** Null: nothing is being marked. */
  readonly ids: ReadonlySet<string> | null;
  /** A finger held on one: the next that it touches is the other end. */
  readonly isOpen: boolean;
  /** With none: the shown photo would leave with the others unseen. */
  readonly begin: () => void;
  readonly end: () => void;
  readonly all: () => void;
  /** Marks one, or takes its mark away; `upTo`: marks all from where the row began to this one. */
  readonly mark: (id: string, upTo: boolean) => void;
  /** Marks one as the first of a row whose end follows. */
  readonly open: (id: string) => void;
}

/** What is marked, and the row that is being drawn from `from` over what was marked before it. */
export interface Marking {
  readonly ids: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
  readonly from: string | null;
  readonly isOpen: boolean;
}

const NONE: ReadonlySet<string> = new Set();
export const NO_MARKS: Marking = { ids: NONE, before: NONE, from: null, isOpen: false };

export function toggleMark({ ids }: Marking, id: string): Marking {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, before: next, from: id, isOpen: false };
}

export function openRow({ ids }: Marking, id: string): Marking {
  return { ids: new Set([...ids, id]), before: ids, from: id, isOpen: true };
}

/** `all`: the batch's order. `from`: where the row begins when none was begun. A row that is drawn shorter lets go of what it had. */
export function markUpTo(
  { ids, before, from }: Marking,
  id: string,
  { all, from: shown }: { all: readonly string[]; from: string | null },
): Marking {
  const start = from ?? shown ?? id;
  const kept = from === null ? ids : before;
  return {
    ids: new Set([...kept, ...listIdsBetween(all, start, id)]),
    before: kept,
    from: start,
    isOpen: false,
  };
}

/** All from one to the other, in the batch's order. */
function listIdsBetween(ids: readonly string[], from: string, to: string): string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)].sort((x, y) => x - y);
  return ids.slice(Math.max(0, a ?? 0), (b ?? 0) + 1);
}
