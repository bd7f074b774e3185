/** Which photos are chosen. `anchor`: where a range starts; it stays while the range is stretched. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null };

/** Adds the photo, or takes it out; the next range starts here. */
export function togglePhoto({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Adds everything from the anchor to the photo, in the order of the page. Without an anchor it chooses the one photo. */
export function extendSelection(selection: Selection, order: readonly string[], id: string): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return { ids: new Set([...selection.ids, id]), anchor: id };
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor };
}

export function selectAll({ anchor }: Selection, order: readonly string[]): Selection {
  return { ids: new Set(order), anchor };
}

export function deselectPhotos(selection: Selection, ids: readonly string[]): Selection {
  const gone = new Set(ids);
  return keepOnly(
    selection,
    [...selection.ids].filter((id) => !gone.has(id)),
  );
}

/** Forgets photos that are no longer on the page (deleted elsewhere, another view). The same selection if none is. */
export function keepOnly(selection: Selection, order: readonly string[]): Selection {
  const here = new Set(order);
  const ids = new Set([...selection.ids].filter((id) => here.has(id)));
  if (ids.size === selection.ids.size) return selection;
  const { anchor } = selection;
  return { ids, anchor: anchor !== null && here.has(anchor) ? anchor : null };
}

export interface Press {
  readonly shift: boolean;
  /** Ctrl, or ⌘ on a Mac. */
  readonly ctrl: boolean;
  /** On the tick in the photo's corner, or a long touch. */
  readonly onTick: boolean;
}

/** Returns the meaning of a press on a photo: extend a range, toggle or view. Once something is chosen, a plain press toggles. */
export function getPressMeaning(press: Press, { ids }: Selection): 'stretch' | 'toggle' | 'view' {
  if (press.shift) return 'stretch';
  return press.ctrl || press.onTick || ids.size > 0 ? 'toggle' : 'view';
}
