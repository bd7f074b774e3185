import type { Photo } from '#contract/photos.ts';
import { formatBytes } from '#domain/language/size.ts';
import { isLikelyPhoto } from '#web/features/upload/pick/file-check.ts';
import {
  isHeldBack,
  isUnfinished,
  sentBytes,
  type UploadItem,
} from '#web/features/upload/queue/queue-machine.ts';

/** One file as the upload page lists it: from this browser, from the server, or both seen as one. */
export interface UploadEntry {
  readonly key: string;
  readonly uploadId: string | null;
  readonly photoId: string | null;
  readonly name: string;
  readonly thumbhash: string | null;
  readonly hasThumbnail: boolean;
  readonly status:
    | 'waiting'
    | 'sending'
    | 'retrying'
    | 'preparing'
    | 'ready'
    | 'refused'
    | 'duplicate'
    | 'file-needed';
  /** True for a refused shot that may be sent once more. */
  readonly isHeldBack?: boolean;
  /** 0–1 */
  readonly progress: number;
  /** Text beside or under the name. */
  readonly note: string;
}

const DUPLICATE_NOTE = 'ai deja această fotografie, o folosim pe ea';

/** Lists the files in the order they were picked, then those that are in the batch already. A copy stands for the photo it copies. */
export function uploadEntries(items: readonly UploadItem[], photos: readonly Photo[]): UploadEntry[] {
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const fromHere = new Set(items.map(({ photoId }) => photoId));
  const copied = new Set(photos.map(({ duplicateOf }) => duplicateOf));
  return [
    ...items.map((item) => buildUploadEntry(item, byId.get(item.photoId ?? '') ?? null)),
    ...photos
      .filter((photo) => !fromHere.has(photo.id) && !copied.has(photo.id) && !isAnnouncedSoon(photo, items))
      .map(photoEntry),
  ];
}

/** True for an upload that the server may announce before it has answered the browser that began it. */
function isAnnouncedSoon(photo: Photo, items: readonly UploadItem[]): boolean {
  if (photo.state !== 'uploading') return false;
  return items.some(
    (item) =>
      item.photoId === null && isUnfinished(item) && item.name === photo.name && item.bytes === photo.bytes,
  );
}

function buildUploadEntry(item: UploadItem, photo: Photo | null): UploadEntry {
  if (item.state.kind === 'sent' && photo !== null && photo.state !== 'uploading')
    return { ...photoEntry(photo), key: item.id, uploadId: item.id };
  const progress = item.bytes === 0 ? 0 : sentBytes(item) / item.bytes;
  const base = {
    key: item.id,
    uploadId: item.id,
    photoId: item.photoId,
    name: item.name,
    thumbhash: null,
    hasThumbnail: false,
    progress,
  };
  switch (item.state.kind) {
    case 'sent':
      return { ...base, status: 'preparing', note: 'se pregătește' };
    case 'refused':
      return {
        ...base,
        status: 'refused',
        progress: 0,
        note: item.state.message,
        ...(isHeldBack(item) && { isHeldBack: true }),
      };
    case 'file-needed':
      return { ...base, status: 'file-needed', note: `alege din nou ${whatToPick(item)}` };
    case 'waiting':
      return { ...base, status: 'waiting', note: formatBytes(item.bytes) };
    case 'opening':
      return { ...base, status: 'waiting', note: 'se deschide' };
    default:
      return { ...base, status: item.state.kind, note: `${Math.floor(progress * 100)}%` };
  }
}

/** A file of a folder may have come in an archive: then it is not to be picked by itself. */
function whatToPick({ folder }: UploadItem): string {
  return folder === undefined ? 'acest fișier' : `dosarul sau arhiva „${folder.split('/')[0]}”`;
}

function photoEntry(photo: Photo): UploadEntry {
  const { id, name, thumbhash, state } = photo;
  const base = {
    key: id,
    uploadId: null,
    photoId: id,
    name,
    thumbhash,
    hasThumbnail: state === 'ready',
    progress: 1,
  };
  switch (state) {
    case 'ready':
      return {
        ...base,
        status: 'ready',
        note: `${formatBytes(photo.bytes)}${photo.fromPhone ? ' · de pe telefon' : ''}`,
      };
    case 'refused':
      return { ...base, status: 'refused', progress: 0, note: photo.refusal?.message ?? '' };
    case 'duplicate':
      return {
        ...base,
        photoId: photo.duplicateOf ?? id,
        hasThumbnail: photo.duplicateOf !== null,
        status: 'duplicate',
        note: DUPLICATE_NOTE,
      };
    case 'preparing':
      return { ...base, status: 'preparing', note: 'se pregătește' };
    case 'uploading':
      return {
        ...base,
        status: 'waiting',
        progress: 0,
        note: photo.fromPhone ? 'se trimite de pe telefon' : 'se trimite din altă parte',
      };
  }
}

/** Returns how many photos the batch has and how many it will have: two copies of one picture are one photo. */
export function photoFigures(entries: readonly UploadEntry[]): {
  readonly arrived: number;
  readonly expected: number;
} {
  const isIn = ({ status }: UploadEntry) =>
    status === 'ready' || status === 'duplicate' || status === 'preparing';
  const arrived = new Set(entries.filter(isIn).map(({ photoId }) => photoId)).size;
  const coming = entries.filter(
    (entry) => !isIn(entry) && entry.status !== 'refused' && isLikelyPhoto(entry.name),
  ).length;
  return { arrived, expected: arrived + coming };
}

const STILL_COMING = new Set(['opening', 'waiting', 'sending', 'retrying']);

/** Returns the files that this browser still has to bring into the batch; those whose bytes are gone hold nothing up. */
export function stillUploading(
  items: readonly UploadItem[],
  photos: Readonly<Record<string, Photo>>,
): number {
  return items.filter(({ state, photoId }) => {
    const photo = photos[photoId ?? ''];
    if (state.kind === 'sent') return photo?.state === 'uploading';
    // The stream may tell of its arrival before the sender hears of it.
    const isHere = photo !== undefined && photo.state !== 'uploading';
    return !isHere && STILL_COMING.has(state.kind);
  }).length;
}
