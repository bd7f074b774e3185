import { createHash } from 'node:crypto';
import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';

/** Far above a document of one line with ANAF's signature. */
const MOST_BYTES = 20_000_000;

/** Returns the document in ANAF's ZIP, or its file of errors; null: it is no such ZIP. */
export async function readSignedFile(zip: Uint8Array): Promise<Uint8Array | null> {
  configure({ useWebWorkers: false });
  const reader = new ZipReader(new Uint8ArrayReader(zip), { checkSignature: true });
  try {
    const entries = await reader.getEntries();
    const named = entries.find(
      ({ filename, directory }) => !directory && /\.xml$/i.test(filename) && !/^semnatura/i.test(filename),
    );
    if (!named || named.directory || named.uncompressedSize > MOST_BYTES) return null;
    return await named.getData(new Uint8ArrayWriter());
  } catch {
    return null;
  } finally {
    await reader.close().catch(() => {});
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
