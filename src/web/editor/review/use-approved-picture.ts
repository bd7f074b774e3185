import { useEffect, useRef, useState } from 'react';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import type { SheetItem } from '#web/editor/review/use-contact-sheet.ts';
import type { Picture } from '#web/editor/stage/use-preview.ts';

interface ApprovedPicture {
  /** The first output's file at screen size, as if the item were approved; null while it is made. */
  readonly picture: Picture | null;
  readonly failed: boolean;
}

/** Asks the engine for the shown item's file, then for the next one's, so that it is there in time. */
export function useApprovedPicture(item: SheetItem, next: SheetItem | null): ApprovedPicture {
  const { source, recipe, exceptions, outputs } = useEditing();
  const kept = useRef(new Map<string, Picture>());
  const [failedKey, setFailedKey] = useState<string | null>(null);
  const [, setMade] = useState(0);
  const keyOf = ({ key, photo }: SheetItem) =>
    JSON.stringify([key, photo.plates, recipe, exceptions[photo.id], outputs[0]]);
  const wanted = [item, next].flatMap((one) =>
    one === null ? [] : { key: keyOf(one), photoId: one.photo.id },
  );
  const wantedKeys = JSON.stringify(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for all that decides what is asked for
  useEffect(() => {
    const asking = new AbortController();
    const makeAll = async () => {
      for (const { key, photoId } of wanted) {
        if (kept.current.has(key) || source.showApproved === undefined) continue;
        const overrides = exceptions[photoId] ?? NO_OVERRIDES;
        const picture = await source.showApproved(
          { photoId, recipe, overrides, output: outputs[0] ?? null },
          asking.signal,
        );
        kept.current.set(key, picture);
        setMade((made) => made + 1);
      }
    };
    void makeAll().catch(() => asking.signal.aborted || setFailedKey(wanted[0]?.key ?? null));
    return () => asking.abort();
  }, [wantedKeys]);
  useEffect(() => {
    const { current } = kept;
    return () => {
      for (const { url } of current.values()) URL.revokeObjectURL(url);
      current.clear();
    };
  }, []);
  const picture = kept.current.get(keyOf(item)) ?? null;
  return { picture, failed: picture === null && failedKey === keyOf(item) };
}
