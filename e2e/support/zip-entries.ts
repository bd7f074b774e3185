/** The names in a ZIP's central directory and the bytes of each entry when unpacked, read without any library. */
const END = 0x06054b50;
const ENTRY = 0x02014b50;

export interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
}

export function zipEntries(zip: Buffer): ZipEntry[] {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error('The download is no whole ZIP: it has no central directory');
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error(`No entry of the ZIP at byte ${at}`);
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    entries.push({
      name: zip.subarray(at + 46, at + 46 + name).toString('utf8'),
      bytes: zip.readUInt32LE(at + 24),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}
