export interface Marked {
  /** Null: nothing is being marked. */
  readonly ids: ReadonlySet<string> | null;
  /** With none: the shown photo would leave with the others unseen. */
  readonly begin: () => void;
  readonly end: () => void;
  readonly all: () => void;
  /** Marks one, or takes its mark away; `upTo`: marks all from the one before to this one. */
  readonly mark: (id: string, upTo: boolean) => void;
}

export function toggled(marked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(marked);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** All from one to the other, in the batch's order. */
export function between(ids: readonly string[], from: string, to: string): string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)].sort((x, y) => x - y);
  return ids.slice(Math.max(0, a ?? 0), (b ?? 0) + 1);
}
