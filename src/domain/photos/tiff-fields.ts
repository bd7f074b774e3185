/** Reads the fields of a TIFF structure (EXIF blocks, raw photos). Every offset comes from a stranger, so all are checked. */
export interface TiffField {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Offset of the value in the bytes. */
  readonly at: number;
}

export interface Tiff {
  readonly view: DataView;
  readonly little: boolean;
}

const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const MAX_FIELDS = 512;

/** Returns a TIFF at the start of `bytes`, or null. */
export function openTiff(bytes: Uint8Array): Tiff | null {
  if (bytes.length < 8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return null;
  const little = order === 0x4949;
  return view.getUint16(2, little) === 42 ? { view, little } : null;
}

/** Returns the fields of the directory at `offset`; those that point outside the bytes are left out. */
export function fieldsAt({ view, little }: Tiff, offset: number): TiffField[] {
  if (offset < 8 || offset + 2 > view.byteLength) return [];
  const fields: TiffField[] = [];
  const count = Math.min(view.getUint16(offset, little), MAX_FIELDS);
  for (let entry = offset + 2; fields.length < count && entry + 12 <= view.byteLength; entry += 12) {
    const type = view.getUint16(entry + 2, little);
    const values = view.getUint32(entry + 4, little);
    const bytes = (TYPE_BYTES[type] ?? 0) * values;
    const at = bytes <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
    const inside = bytes > 0 && at + bytes <= view.byteLength;
    fields.push({ tag: view.getUint16(entry, little), type, count: inside ? values : 0, at });
  }
  return fields.filter((field) => field.count > 0);
}

export function firstDirectory(tiff: Tiff): TiffField[] {
  return fieldsAt(tiff, tiff.view.getUint32(4, tiff.little));
}

/** Returns a whole number; 0 for a missing field or one of another type. */
export function fieldNumber({ view, little }: Tiff, field: TiffField | undefined): number {
  if (field === undefined) return 0;
  return field.type === 3
    ? view.getUint16(field.at, little)
    : field.type === 4
      ? view.getUint32(field.at, little)
      : 0;
}

/** Returns at most 64 letters; '' for a missing field or one of another type. */
export function fieldText({ view }: Tiff, field: TiffField | undefined): string {
  if (field === undefined || field.type !== 2) return '';
  const bytes = new Uint8Array(view.buffer, view.byteOffset + field.at, Math.min(field.count, 64));
  return String.fromCharCode(...bytes).split('\0', 1)[0] ?? '';
}
