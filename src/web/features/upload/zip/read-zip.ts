import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { MAX_PHOTO_BYTES } from '#domain/photos/limits.ts';
import { mendZip } from '#web/features/upload/zip/mend-zip.ts';
import {
  listPhotos,
  MOST_ENTRIES,
  TOO_MANY_ENTRIES,
  type ZipListing,
} from '#web/features/upload/zip/zip-listing.ts';
import { decodeRomanian } from '#web/features/upload/zip/zip-names.ts';

/** An archive whose directory has been read. */
export interface OpenZip {
  readonly bytes: number;
  /** Null: it has more than are looked at. */
  readonly entries: Awaited<ReturnType<typeof readEntries>>;
  /** True when its own directory was missing or broken. */
  readonly isMended: boolean;
}

/** Opens an archive. It is read where its parts lie, never as a whole. Throws when its file cannot be read any more. */
export async function openZip(zip: Blob): Promise<OpenZip> {
  const bytes = zip.size;
  try {
    return { bytes, entries: await readEntries(zip), isMended: false };
  } catch (error) {
    if (isGone(error)) throw error;
    return { bytes, entries: await readEntries(await mendZip(zip)), isMended: true };
  }
}

export function listZip({ bytes, entries, isMended }: OpenZip, name: string): ZipListing {
  if (entries === null) return { photos: [], note: TOO_MANY_ENTRIES };
  return listPhotos(entries, { name, bytes, isMended });
}

/** Returns one photo, unpacked; null when it is broken or is not what the directory says. Throws when the file cannot be read any more. */
export async function unpackPhoto({ entries }: OpenZip, at: number): Promise<Blob | null> {
  const entry = entries?.[at];
  if (entry === undefined || entry.directory) return null;
  try {
    return await inflate(entry);
  } catch (error) {
    if (isGone(error)) throw error;
    return null;
  }
}

/** Names are taken as they are: they become data, never paths. */
async function readEntries(zip: Blob) {
  const reader = new ZipReader(new BlobReader(zip), {
    useWebWorkers: false,
    strictness: 'tolerant',
    decodeText: decodeRomanian,
  });
  const entries = [];
  for await (const entry of reader.getEntriesGenerator()) {
    if (entries.length === MOST_ENTRIES) return null;
    entries.push(entry);
  }
  return entries;
}

async function inflate(entry: FileEntry): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const most = Math.min(entry.uncompressedSize, MAX_PHOTO_BYTES);
  let bytes = 0;
  const taker = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(part) {
      bytes += part.length;
      if (bytes > most) throw new Error('more than its directory says');
      parts.push(part);
    },
  });
  await entry.getData(taker, { checkCrc32: true });
  if (bytes !== entry.uncompressedSize) throw new Error('less than its directory says');
  return new Blob(parts);
}

/** True when the browser may not read the file any more: it was moved, changed or taken away. */
function isGone(error: unknown): boolean {
  return error instanceof DOMException && /^(NotReadable|NotFound|Security)Error$/.test(error.name);
}
