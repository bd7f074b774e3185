import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Shot, ShotList } from '#domain/shots/shots.ts';
import type { CameraProps } from '#web/features/upload/camera/camera-button.tsx';
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
import { showToast } from '#web/ui/layers/toast.ts';
import { useLatest } from '#web/ui/use-latest.ts';

/** The guided shots of the page's batch: what is at hand, and what a person does. */
export function useShotSession({ batchId, batch }: Pick<CameraProps, 'batchId' | 'batch'>) {
  const [own, setOwn] = useState<ShotList | null>(null);
  const [chosen, setView] = useState<ShotView | null>(null);
  const list = own ?? batch.shotList;
  const photos = batch.batch?.photos;
  const taken = useMemo(() => listTaken(batch.items, photos ?? {}), [batch.items, photos]);
  const keys = new Set(taken.keys());
  const view = chosen ?? (list && openSession(list, keys));
  const now = useLatest({ list, keys, items: batch.items });

  // The list of a batch that was just made may be older than this one.
  const send = useEffectEvent((next: ShotList) => {
    const known = batch.batch?.shotList;
    const isKnown =
      known && known.shots.map(({ key }) => key).join() === next.shots.map(({ key }) => key).join();
    if (!isKnown) batch.setShotList(next);
  });
  const isLoaded = batchId === null || batch.batch !== null;
  useEffect(() => {
    if (own !== null && isLoaded) send(own);
  }, [own, isLoaded]);

  const step = (event: ShotEvent) => {
    const { list: newest, keys: there } = now.current;
    if (newest !== null) setView(stepSession(event, { list: newest, taken: there }));
  };
  const take = async (shot: Shot, photo: Blob) => {
    if (list === null) return;
    const file = buildShotFile(photo, { list, shot });
    const { key, kind } = shot;
    const before = now.current.items.filter((item) => item.shot?.key === key);
    const isAgain = now.current.keys.has(key);
    const [newId] = batch.add([{ ...withCaptureTime(file), shot: { key, kind } }]);
    if (newId !== undefined && isAgain) replaceEarlier(newId, { key, before });
    const faults = await judgePhoto(file);
    const isBlurry = faults.includes('blurry') || faults.includes('very-blurry');
    step({ type: 'taken', key, isBlurry });
  };
  const skip = (shot: Shot) => {
    if (list === null) return;
    step({ type: 'skipped', key: shot.key });
    setOwn(withoutShot(list, shot.key));
    showToast({
      text: `„${shot.name}” nu mai e în lista lotului.`,
      timeout: 8000,
      action: {
        label: 'Pune-o înapoi',
        onPress: () => {
          setOwn((current) => withShotBack(current ?? list, shot, list));
          setView({ kind: 'shoot', key: shot.key });
        },
      },
    });
  };
  const close = () => {
    // A list of which nothing was taken is no list of the files that are picked next.
    if (batchId === null && keys.size === 0) {
      setOwn(null);
      batch.setShotList(null);
    }
    setView(null);
  };
  return { list, view, taken, keys, choose: setOwn, step, take, skip, close };
}
