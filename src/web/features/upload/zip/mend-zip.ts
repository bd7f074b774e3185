import { MOST_ENTRIES } from '#web/features/upload/zip/zip-listing.ts';

/** Marks of the parts of an archive. */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DESCRIPTOR = 0x08074b50;

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const DESCRIPTOR_BYTES = 16;
/** A size that stands elsewhere. */
const ELSEWHERE = 0xffffffff;
const SIZES_FOLLOW = 8;

/**
 * Returns an archive whose directory is missing or broken with one that is made of the entries' own heads, as far as they are whole. The
 * bytes of the entries are not copied.
 */
export async function mendZip(zip: Blob): Promise<Blob> {
  const records: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (; records.length < MOST_ENTRIES; ) {
    const entry = await readLocalEntry(zip, at);
    if (entry === null) break;
    records.push(buildRecord(entry, at));
    at = entry.end;
  }
  const length = records.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return new Blob([zip.slice(0, at), ...records, buildEnd({ count: records.length, length, at })]);
}

interface LocalEntry {
  /** Its head from the version to the sizes, as the directory has it too. */
  readonly facts: DataView;
  readonly sizes: Sizes;
  readonly name: Uint8Array;
  readonly end: number;
}

interface Sizes {
  readonly crc: number;
  readonly compressed: number;
  readonly whole: number;
}

/** Returns the entry that begins at `at`; null for none that is whole. */
async function readLocalEntry(zip: Blob, at: number): Promise<LocalEntry | null> {
  const head = await readView(zip, at, LOCAL_BYTES);
  if (head.byteLength < LOCAL_BYTES || head.getUint32(0, true) !== LOCAL) return null;
  const nameLength = head.getUint16(26, true);
  const data = at + LOCAL_BYTES + nameLength + head.getUint16(28, true);
  const name = await readView(zip, at + LOCAL_BYTES, nameLength);
  const stated = {
    crc: head.getUint32(14, true),
    compressed: head.getUint32(18, true),
    whole: head.getUint32(22, true),
  };
  const follows = (head.getUint16(6, true) & SIZES_FOLLOW) !== 0 && stated.compressed === 0;
  const sizes = follows ? await findDescriptor(zip, data) : stated;
  if (sizes === null || sizes.compressed === ELSEWHERE) return null;
  const end = data + sizes.compressed + (follows ? DESCRIPTOR_BYTES : 0);
  if (end > zip.size) return null;
  return { facts: head, sizes, name: new Uint8Array(name.buffer), end };
}

const LOOK_BYTES = 1_000_000;

/** Finds the sizes behind data whose head has none: a mark whose own figure says that it stands there. */
async function findDescriptor(zip: Blob, data: number): Promise<Sizes | null> {
  for (let from = data; from + DESCRIPTOR_BYTES <= zip.size; from += LOOK_BYTES) {
    const view = await readView(zip, from, LOOK_BYTES + DESCRIPTOR_BYTES);
    const bytes = new Uint8Array(view.buffer);
    for (let i = bytes.indexOf(0x50); i >= 0 && i < LOOK_BYTES; i = bytes.indexOf(0x50, i + 1)) {
      if (i + DESCRIPTOR_BYTES > bytes.length || view.getUint32(i, true) !== DESCRIPTOR) continue;
      const compressed = view.getUint32(i + 8, true);
      if (compressed !== from + i - data) continue;
      return { crc: view.getUint32(i + 4, true), compressed, whole: view.getUint32(i + 12, true) };
    }
  }
  return null;
}

function buildRecord({ facts, sizes, name }: LocalEntry, at: number): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(CENTRAL_BYTES + name.length);
  const view = new DataView(record.buffer);
  view.setUint32(0, CENTRAL, true);
  view.setUint16(4, 20, true);
  // Version, flags, method, time and date stand in the same order.
  record.set(new Uint8Array(facts.buffer, 4, 10), 6);
  view.setUint32(16, sizes.crc, true);
  view.setUint32(20, sizes.compressed, true);
  view.setUint32(24, sizes.whole, true);
  view.setUint16(28, name.length, true);
  view.setUint32(42, at, true);
  record.set(name, CENTRAL_BYTES);
  return record;
}

function buildEnd({ count, length, at }: { count: number; length: number; at: number }) {
  const view = new DataView(new ArrayBuffer(END_BYTES));
  view.setUint32(0, END, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, length, true);
  view.setUint32(16, at, true);
  return view;
}

async function readView(zip: Blob, at: number, bytes: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await zip.slice(at, at + bytes).arrayBuffer());
}
