import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Fault } from '#domain/photos/faults.ts';
import type { Shot, ShotList } from '#domain/shots/shots.ts';
import { judgePhoto } from '#web/features/upload/camera/judge-picture.ts';
import { replaceEarlier } from '#web/features/upload/camera/replace-photo.ts';
import {
  buildShotFile,
  listTaken,
  openSession,
  type ShotEvent,
  type ShotView,
  stepSession,
  withoutShot,
  withShotBack,
} from '#web/features/upload/camera/shot-session.ts';
import { withCaptureTime } from '#web/features/upload/pick/picker.tsx';
import type { useUploadBatch } from '#web/features/upload/use-upload-batch.ts';
import { showToast } from '#web/ui/layers/toast.ts';
import { useLatest } from '#web/ui/use-latest.ts';

export interface CameraProps {
  /** Null until the batch exists. */
  readonly batchId: string | null;
  readonly batch: ReturnType<typeof useUploadBatch>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The guided shots of the page's batch: what is at hand, and what a person does. */
export function useShotSession({ batchId, batch, open }: Omit<CameraProps, 'onOpenChange'>) {
  const [own, setOwn] = useState<ShotList | null>(null);
  const [chosen, setView] = useState<ShotView | null>(null);
  const list = own ?? batch.shotList;
  const photos = batch.batch?.photos;
  const taken = useMemo(() => listTaken(batch.items, photos ?? {}), [batch.items, photos]);
  const keys = new Set(taken.keys());
  const view = chosen ?? (list && openSession(list, keys));
  const now = useLatest({ batchId, batch, open, list, keys, view });
  const sendList = useListSender(own, { batchId, batch, isBegun: keys.size > 0 });

  const step = (event: ShotEvent) => {
    const { list: newest, keys: there } = now.current;
    if (newest !== null) setView(stepSession(event, { list: newest, taken: there }));
  };
  const take = async (shot: Shot, photo: Blob) => {
    if (list === null) return;
    const { key, kind } = shot;
    const file = buildShotFile(photo, { list, shot });
    const before = batch.items.filter((item) => item.shot?.key === key);
    // The first photo makes it the batch's list.
    sendList(list);
    // It stays at this shot until the photo is judged.
    setView({ kind: 'shoot', key });
    const [newId] = batch.add([{ ...withCaptureTime(file), shot: { key, kind } }]);
    if (newId !== undefined && (keys.has(key) || before.length > 0)) replaceEarlier(newId, { key, before });
    // Where it cannot be judged, as on a phone without memory left, it is kept.
    const faults = await judgePhoto(file).catch((): Fault[] => []);
    const isBlurry = faults.includes('blurry') || faults.includes('very-blurry');
    const at = now.current.view;
    if (at?.kind === 'shoot' && at.key === key) step({ type: 'taken', key, isBlurry });
  };
  const putBack = (shot: Shot, { before, from }: { before: ShotList; from: string | null }) => {
    const { batchId: at, batch: page, open: isOpen, list: newest } = now.current;
    if (from !== null && at !== from) return;
    const whole = withShotBack(newest ?? before, shot, before);
    if (!isOpen) return page.setShotList(whole);
    setOwn(whole);
    setView({ kind: 'shoot', key: shot.key });
  };
  const skip = (shot: Shot) => {
    if (list === null) return;
    step({ type: 'skipped', key: shot.key });
    setOwn(withoutShot(list, shot.key));
    const onPress = () => putBack(shot, { before: list, from: batchId });
    const action = { label: 'Pune-o înapoi', onPress };
    showToast({ text: `„${shot.name}” nu mai e în lista lotului.`, timeout: 8000, action });
  };
  const close = () => {
    setOwn(null);
    setView(null);
  };
  return { list, view, taken, keys, choose: setOwn, step, take, skip, close };
}

const isSame = (a: ShotList, b: ShotList | null) =>
  b !== null && a.shots.map(({ key }) => key).join() === b.shots.map(({ key }) => key).join();

/** Makes the list of an open session the batch's own, also of one that was being made of an older list. Returns what does so at once. */
function useListSender(
  own: ShotList | null,
  { batchId, batch, isBegun }: Pick<CameraProps, 'batchId' | 'batch'> & { isBegun: boolean },
): (list: ShotList) => void {
  const sent = useRef<ShotList | null>(null);
  const send = (next: ShotList) => {
    // What is on its way to a batch is not sent again.
    if (batchId !== null && sent.current === next) return;
    // Until it has come there, the batch’s own list says nothing: the next one may be just like it.
    const isOnItsWay = sent.current !== null && !isSame(sent.current, batch.shotList);
    if (!isOnItsWay && isSame(next, batch.shotList)) return;
    if (batchId !== null) sent.current = next;
    batch.setShotList(next);
  };
  const isLoaded = batchId === null || batch.batch !== null;
  const sendBegun = useEffectEvent(() => {
    if (own !== null && isLoaded && (isBegun || batch.shotList !== null)) send(own);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a batch that was just made is compared again
  useEffect(() => sendBegun(), [own, isLoaded, batchId]);
  return send;
}
