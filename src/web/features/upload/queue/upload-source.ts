import { type FileTraits, immediateRefusal, isZip } from '#web/features/upload/pick/file-check.ts';
import type { LotDraft } from '#web/features/upload/queue/lot-maker.ts';
import type { PendingFile, ZipPlace } from '#web/features/upload/queue/pending-files.ts';
import type { TakenShot, UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import type { SendJob } from '#web/features/upload/queue/send-job.ts';

/** Where the bytes of a file come from. */
export interface UploadSource {
  /** Null for a photo that still lies in an archive. */
  readonly blob: Blob | null;
  /** The archive that it lies in; missing for a file of its own. */
  readonly zip?: ZipPlace & { readonly blob: Blob; readonly batchId: string };
  readonly takenAt: string | null;
  /** Resolves once this browser would know of it again. */
  readonly kept?: Promise<void>;
}

/** The batch that files join: its id, or what it will be made of. */
export type UploadPlace = string | LotDraft;

export function newItem(
  id: string,
  traits: FileTraits,
  { place, shrinks, shot }: { place: UploadPlace; shrinks: boolean; shot?: TakenShot | undefined },
): UploadItem {
  const joins = typeof place === 'string' ? { batchId: place } : { batchId: null, lot: place };
  const base = {
    id,
    ...traits,
    pickedBytes: traits.bytes,
    shrinks,
    ...joins,
    ...(shot && { shot }),
    photoId: null,
  };
  // An archive is no file to send: its photos are.
  if (isZip(traits)) return { ...base, bytes: 0, state: { kind: 'opening' } };
  const refusal = immediateRefusal(traits.bytes);
  return {
    ...base,
    state: refusal === null ? { kind: 'waiting' } : { kind: 'refused', message: refusal },
  };
}

/** Returns the file as it lies on the disk. */
export function getPickedTraits({ name, pickedBytes, lastModified, folder }: UploadItem): FileTraits {
  return { name, bytes: pickedBytes, lastModified, ...(folder && { folder }) };
}

/** Returns a kept file as an item; `source` is null where its bytes are not in this browser. */
export function toUploadItem(file: PendingFile, source: UploadSource | null): UploadItem {
  const { id, name, bytes, shrinks, lastModified, batchId, lot, folder, shot } = file;
  const traits = { name, bytes, lastModified, ...(folder && { folder }) };
  const item = newItem(id, traits, { place: lot ?? batchId ?? '', shrinks: shrinks === true, shot });
  if (source === null) return { ...item, state: { kind: 'file-needed' } };
  return isZip(file) ? item : { ...item, bytes: source.blob?.size ?? bytes, state: { kind: 'waiting' } };
}

export function buildSendJob(
  item: UploadItem,
  { blob, zip, takenAt, kept }: UploadSource,
  uid: string,
): SendJob {
  const { id, name, batchId, pickedBytes, shrinks, lastModified, folder, shot } = item;
  return {
    file: blob ?? zip?.blob ?? new Blob(),
    ...(blob === null && zip !== undefined && { inZip: zip }),
    pickedBytes,
    shrinks,
    name,
    batchId: batchId ?? '',
    takenAt,
    ...(folder && { folder }),
    ...(shot && { shot }),
    key: id,
    kept: kept ?? Promise.resolve(),
    fingerprint: ['fotolot', uid, batchId, ...(folder ? [folder] : []), name, pickedBytes, lastModified].join(
      '|',
    ),
  };
}

export function buildPendingFile(
  { item, source }: { item: UploadItem; source: UploadSource },
  { uid, tab }: { uid: string; tab: string },
): PendingFile {
  const { id, batchId, lot, name, pickedBytes: bytes, shrinks, lastModified, folder, shot } = item;
  const { blob, zip, takenAt } = source;
  return {
    id,
    uid,
    batchId,
    ...(lot && { lot }),
    name,
    bytes,
    shrinks,
    lastModified,
    takenAt,
    ...(folder && { folder }),
    ...(shot && { shot }),
    ...(zip && { zip: { id: zip.id, at: zip.at } }),
    tab,
    blob,
  };
}

/** Returns where a kept file's bytes are: in its own copy, or in that of its archive; null when they are in neither. */
export function findSource(file: PendingFile, files: readonly PendingFile[]): UploadSource | null {
  const { blob, zip, takenAt } = file;
  const zipBlob = files.find(({ id }) => id === zip?.id)?.blob ?? null;
  if (blob === null && zipBlob === null) return null;
  const inZip =
    zip && zipBlob !== null ? { zip: { ...zip, blob: zipBlob, batchId: file.batchId ?? '' } } : {};
  return { blob, ...inZip, takenAt };
}
