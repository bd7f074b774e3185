import { useRef, useState } from 'react';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { platesToCover } from '#domain/recipes/plates.ts';
import { errorMessage } from '#web/api/api-error.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { withChange } from '#web/editor/edits/edit-overrides.ts';
import { getShownPlates } from '#web/editor/panel/plates/plate-corners.ts';
import { type Marks, plateKey } from '#web/editor/review/use-marks.ts';
import { isTaken, waitingIn } from '#web/editor/review/waiting.ts';
import { useStageTools } from '#web/editor/stage/stage-tools.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

/** A picture of the contact sheet: a cut-out on its new ground, or a photo's plates. */
export interface SheetItem {
  readonly key: string;
  readonly kind: 'cutout' | 'plates';
  readonly photo: EditablePhoto;
}

/** Returns the items that wait on the contact sheet, the answers so far, and the one press that takes the ticked ones. */
export function useContactSheet(marks: Marks, onDone: () => void) {
  const editing = useEditing();
  const { source } = editing;
  const { showAfter } = useStageTools();
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const [touchedKey, setTouchedKey] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const waiting = waitingIn(editing);
  const items = useArrivals([
    ...waiting.unsure.map((photo) => buildSheetItem('cutout', photo)),
    ...waiting.plated.map((photo) => buildSheetItem('plates', photo)),
  ]).filter(({ key }) => !taken.has(key));
  const good = items.filter((item) => isTaken(item, marks));
  const touched = items.find(({ key }) => key === touchedKey && marks.has(key)) ?? null;
  const take = async () => {
    setBusy(true);
    const cutouts = listApprovals(good);
    const plates = buildPlateAnswers(good);
    try {
      if (cutouts.length > 0) await source.approveCutouts?.(cutouts);
      if (Object.keys(plates).length > 0) source.confirmPlates(plates);
      setTaken(new Set([...taken, ...good.map(({ key }) => key)]));
      // An answer holds until it is carried out: taken back in another tab, it is asked anew.
      for (const { key } of good) marks.set(key, null);
      setTouchedKey(null);
      showAfter();
      if (good.length === items.length && waiting.lost.length === 0) onDone();
    } catch (error) {
      showToast({ text: errorMessage(error), negative: true });
    }
    setBusy(false);
  };
  return {
    items,
    good: good.length,
    /** The item that was marked as wrong last: the ways on stand where the finger is. */
    touched,
    /** The other cut-outs and plates that are marked as wrong, and photos in which no object was found. */
    open: [
      ...items.filter((item) => marks.has(item.key) && item !== touched),
      ...waiting.lost.map((photo) => buildSheetItem('cutout', photo)),
    ],
    awaited: waiting.awaited,
    busy,
    take,
    /** Shows items again that were taken back. */
    showAgain(back: readonly SheetItem[]) {
      const keys = new Set(back.map(({ key }) => key));
      for (const key of keys) marks.set(key, null);
      setTaken(new Set([...taken].filter((key) => !keys.has(key))));
    },
    isGood: (item: SheetItem) => good.includes(item),
    isWrong: (key: string) => marks.has(key),
    mark(key: string, isWrong: boolean) {
      marks.set(key, isWrong);
      setTouchedKey(key);
    },
    /** Leaves an item: its ground stays, or no plate is covered there. */
    leave: ({ key, kind, photo }: SheetItem) => {
      marks.set(key, null);
      const { recipe, exceptions, history } = editing;
      if (kind === 'plates')
        return source.confirmPlates({ [photo.id]: [...platesToCover(photo, recipe.plates)] });
      const background = { ...recipe.background, kind: 'keep' } as const;
      const own = withChange(exceptions[photo.id] ?? NO_OVERRIDES, { background });
      history.edit({ exceptions: { [photo.id]: own } });
    },
    /** Opens the tool that mends an item. */
    mend({ kind, photo }: SheetItem) {
      onDone();
      editing.select(photo.id);
      if (kind === 'plates') editing.panel.onWalking(true);
      else editing.panel.open('background');
    },
  };
}

/** Returns the plates that are shown on the items, as those that are to be covered. */
function buildPlateAnswers(items: readonly SheetItem[]) {
  const plated = items.filter(({ kind }) => kind === 'plates');
  return Object.fromEntries(plated.map(({ photo }) => [photo.id, [...getShownPlates(photo)]]));
}

/** Returns the items as the server names them. */
export function listApprovals(items: readonly SheetItem[]) {
  return items.flatMap(({ kind, photo }) =>
    kind === 'cutout' && photo.cutout ? { photoId: photo.id, cutoutId: photo.cutout.id } : [],
  );
}

/** Returns the item of a photo. A corrected cut-out is another item: no mark is on it. */
export function buildSheetItem(kind: SheetItem['kind'], photo: EditablePhoto): SheetItem {
  const key = kind === 'plates' ? plateKey(photo.id) : `cutout ${photo.id} ${photo.cutout?.id ?? ''}`;
  return { key, kind, photo };
}

/** Returns the items in the order in which they came: an arriving one moves none that a finger is about to touch. */
function useArrivals(items: readonly SheetItem[]): readonly SheetItem[] {
  const seen = useRef<readonly string[]>([]);
  const byKey = new Map(items.map((item) => [item.key, item]));
  seen.current = [...new Set([...seen.current, ...byKey.keys()])];
  return seen.current.flatMap((key) => byKey.get(key) ?? []);
}
