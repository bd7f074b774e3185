/**
 * Records of a ZIP whose files lie in it as they are (PKWARE's APPNOTE 6.3.10, method 0), with their sums behind them, so that a file need not
 * be read before it is sent. Each file has less than 4 GiB; all together may have more, and then ZIP64 fields.
 */
export interface ZippedFile {
  readonly name: Buffer;
  readonly bytes: number;
  /** As the clock of the ZIP shows it, in this process's zone. */
  readonly lastModified: Date;
  readonly crc32: number;
}

const MOST_32 = 0xffff_ffff;
const MOST_16 = 0xffff;
/** 4.5: with ZIP64, written on Unix, where a name is UTF-8 and a mode goes with it. */
const VERSION = 45;
const UNIX = 3;
/** Sums stand behind the file; names are UTF-8. */
const FLAGS = 0x0808;
const REGULAR_FILE = 0o100664;
const [LOCAL, DESCRIPTOR, CENTRAL] = [0x04034b50, 0x08074b50, 0x02014b50];
const [END_64, LOCATOR_64, END] = [0x06064b50, 0x07064b50, 0x06054b50];
const [LOCAL_BYTES, DESCRIPTOR_BYTES, CENTRAL_BYTES] = [30, 16, 46];
const [END_64_BYTES, LOCATOR_64_BYTES, END_BYTES] = [56, 20, 22];

const isLarge = (offset: number) => offset >= MOST_32;

/** What stands before a file. */
export function localHeader({ name, lastModified }: Pick<ZippedFile, 'name' | 'lastModified'>): Buffer {
  const head = Buffer.alloc(LOCAL_BYTES);
  head.writeUInt32LE(LOCAL, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  writeTime(head, 10, lastModified);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

/** What stands behind it. */
export function dataDescriptor({ bytes, crc32 }: Pick<ZippedFile, 'bytes' | 'crc32'>): Buffer {
  const record = Buffer.alloc(DESCRIPTOR_BYTES);
  record.writeUInt32LE(DESCRIPTOR, 0);
  record.writeUInt32LE(crc32, 4);
  for (const at of [8, 12]) record.writeUInt32LE(bytes, at);
  return record;
}

/** The list of all files, at the end. */
export function* centralDirectory(files: readonly ZippedFile[]): Generator<Buffer> {
  let offset = 0;
  let length = 0;
  for (const file of files) {
    const record = centralRecord(file, offset);
    length += record.length;
    offset += entryBytes(file);
    yield record;
  }
  yield buildEndRecords({ count: files.length, offset, length });
}

/** Bytes of the whole ZIP, known before any file is read. */
export function zipBytes(files: readonly Omit<ZippedFile, 'crc32' | 'lastModified'>[]): number {
  let offset = 0;
  let length = 0;
  for (const file of files) {
    length += CENTRAL_BYTES + file.name.length + farField(offset).length;
    offset += entryBytes(file);
  }
  return offset + length + buildEndRecords({ count: files.length, offset, length }).length;
}

function entryBytes({ name, bytes }: Pick<ZippedFile, 'name' | 'bytes'>): number {
  return LOCAL_BYTES + name.length + bytes + DESCRIPTOR_BYTES;
}

function centralRecord({ name, bytes, lastModified, crc32 }: ZippedFile, offset: number): Buffer {
  const extra = farField(offset);
  const head = Buffer.alloc(CENTRAL_BYTES);
  head.writeUInt32LE(CENTRAL, 0);
  head.writeUInt16LE((UNIX << 8) | VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  head.writeUInt16LE(FLAGS, 8);
  writeTime(head, 12, lastModified);
  head.writeUInt32LE(crc32, 16);
  for (const at of [20, 24]) head.writeUInt32LE(bytes, at);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt16LE(REGULAR_FILE, 40);
  head.writeUInt32LE(Math.min(offset, MOST_32), 42);
  return Buffer.concat([head, name, extra]);
}

/** The ZIP64 field of a file that begins past 4 GiB; empty for others. */
function farField(offset: number): Buffer {
  if (!isLarge(offset)) return Buffer.alloc(0);
  const field = Buffer.alloc(12);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

interface End {
  readonly count: number;
  /** Where the list begins. */
  readonly offset: number;
  readonly length: number;
}

function buildEndRecords({ count, offset, length }: End): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  for (const at of [8, 10]) end.writeUInt16LE(Math.min(count, MOST_16), at);
  end.writeUInt32LE(Math.min(length, MOST_32), 12);
  end.writeUInt32LE(Math.min(offset, MOST_32), 16);
  if (!isLarge(offset) && !isLarge(length) && count < MOST_16) return end;
  const end64 = Buffer.alloc(END_64_BYTES);
  end64.writeUInt32LE(END_64, 0);
  end64.writeBigUInt64LE(BigInt(END_64_BYTES - 12), 4);
  for (const at of [12, 14]) end64.writeUInt16LE(VERSION, at);
  for (const at of [24, 32]) end64.writeBigUInt64LE(BigInt(count), at);
  end64.writeBigUInt64LE(BigInt(length), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(LOCATOR_64_BYTES);
  locator.writeUInt32LE(LOCATOR_64, 0);
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}

const [FIRST_TIME, LAST_TIME] = [new Date(1980, 0, 1), new Date(2107, 11, 31, 23, 59, 58)];

/** MS-DOS's own form: two seconds a step, years of seven bits from 1980. A time before or after it becomes the nearest it can say. */
function writeTime(record: Buffer, at: number, lastModified: Date): void {
  const time = lastModified < FIRST_TIME ? FIRST_TIME : lastModified > LAST_TIME ? LAST_TIME : lastModified;
  record.writeUInt16LE((time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1), at);
  record.writeUInt16LE(
    ((time.getFullYear() - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate(),
    at + 2,
  );
}
