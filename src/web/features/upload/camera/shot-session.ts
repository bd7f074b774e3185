/** What the guided shots are at: which one is taken next, which is looked at, and when all are there. */
import type { Photo } from '#contract/photos.ts';
import { SHOT_LISTS } from '#domain/shots/shot-lists.ts';
import { buildShotFileName, listMissingShots, type Shot, type ShotList } from '#domain/shots/shots.ts';
import type { UploadItem } from '#web/features/upload/queue/queue-machine.ts';

export type ShotView =
  /** The camera stands on this shot. */
  | { readonly kind: 'shoot'; readonly key: string }
  /** The photo of this shot is shown; `isBlurry`: it looks so, and the person decides. */
  | { readonly kind: 'look'; readonly key: string; readonly isBlurry: boolean }
  | { readonly kind: 'end' };

export type ShotEvent =
  | { readonly type: 'taken'; readonly key: string; readonly isBlurry: boolean }
  | { readonly type: 'kept'; readonly key: string }
  | { readonly type: 'again'; readonly key: string }
  | { readonly type: 'skipped'; readonly key: string }
  | { readonly type: 'pressed'; readonly key: string };

/** A photo of a shot: in this browser's queue, on the server, or both. */
export interface TakenPhoto {
  readonly uploadId: string | null;
  readonly photoId: string | null;
  readonly hasThumbnail: boolean;
}

/** Returns the photos of the shots by their keys; of several the newest one of this browser. */
export function listTaken(
  items: readonly UploadItem[],
  photos: Readonly<Record<string, Photo>>,
): ReadonlyMap<string, TakenPhoto> {
  const taken = new Map<string, TakenPhoto>();
  for (const { id, shot, state } of Object.values(photos))
    if (shot !== undefined && state !== 'refused' && state !== 'duplicate')
      taken.set(shot, { uploadId: null, photoId: id, hasThumbnail: state === 'ready' });
  for (const { id, shot, state, photoId } of items) {
    const photo = photos[photoId ?? ''];
    if (shot === undefined || state.kind === 'refused' || state.kind === 'file-needed') continue;
    // What the server did not take is not there.
    const isGone = photo?.state === 'refused' || photo?.state === 'duplicate';
    if (isGone) continue;
    taken.set(shot.key, { uploadId: id, photoId, hasThumbnail: photo?.state === 'ready' });
  }
  return taken;
}

/** Returns the view with which the list begins or goes on. */
export function openSession(list: ShotList, taken: ReadonlySet<string>): ShotView {
  return goToMissing(list, taken, null);
}

export function stepSession(
  event: ShotEvent,
  { list, taken }: { list: ShotList; taken: ReadonlySet<string> },
): ShotView {
  switch (event.type) {
    case 'taken':
      return event.isBlurry
        ? { kind: 'look', key: event.key, isBlurry: true }
        : goToMissing(list, new Set(taken).add(event.key), event.key);
    case 'kept':
      return goToMissing(list, taken, event.key);
    case 'skipped':
      return goToMissing(withoutShot(list, event.key), taken, event.key, list);
    case 'again':
      return { kind: 'shoot', key: event.key };
    case 'pressed':
      return taken.has(event.key)
        ? { kind: 'look', key: event.key, isBlurry: false }
        : { kind: 'shoot', key: event.key };
  }
}

/** Goes to the next missing shot after this one, else to the first missing one, else to the end. `order` has all shots in order. */
// biome-ignore lint/complexity/useMaxParams: the place in a list that may lack the shot itself
function goToMissing(
  list: ShotList,
  taken: ReadonlySet<string>,
  after: string | null,
  order: ShotList = list,
): ShotView {
  const missing = listMissingShots(
    list,
    [...taken].map((shot) => ({ shot })),
  );
  const placeOf = (key: string | null) => order.shots.findIndex((shot) => shot.key === key);
  const next = missing.find(({ key }) => placeOf(key) > placeOf(after)) ?? missing[0];
  return next === undefined ? { kind: 'end' } : { kind: 'shoot', key: next.key };
}

export function withoutShot(list: ShotList, key: string): ShotList {
  return { ...list, shots: list.shots.filter((shot) => shot.key !== key) };
}

/** Returns the list with a shot back in its place among those of `before`. */
export function withShotBack(list: ShotList, shot: Shot, before: ShotList): ShotList {
  const keys = new Set([...list.shots, shot].map(({ key }) => key));
  const inOrder = before.shots.filter(({ key }) => keys.has(key));
  const added = list.shots.filter(({ key }) => !before.shots.some((other) => other.key === key));
  return { ...list, shots: [...inOrder, ...added] };
}

/** Returns the file of a shot. Its number is that of the whole list, also after shots were left out of it. */
export function buildShotFile(blob: Blob, { list, shot }: { list: ShotList; shot: Shot }): File {
  const whole = SHOT_LISTS.find(({ shots }) => shots.some(({ key }) => key === shot.key)) ?? list;
  const extension = blob.type === 'image/jpeg' || blob.type === '' ? 'jpg' : blob.type.replace('image/', '');
  const name = buildShotFileName(whole, shot).replace(/jpg$/, extension);
  return new File([blob], name, { type: blob.type || 'image/jpeg', lastModified: Date.now() });
}
