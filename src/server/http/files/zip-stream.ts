import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Checksums, rememberChecksums } from '#server/http/files/checksums.ts';
import {
  centralDirectory,
  dataDescriptor,
  localHeader,
  type ZippedFile,
} from '#server/http/files/zip-layout.ts';
import { zipTime } from '#server/http/files/zip-time.ts';

export interface ZipInput {
  readonly name: string;
  readonly input: string | Readable;
  readonly lastModified: Date;
  /** Key of a stored file. */
  readonly key?: string;
}

type ZipInputs = Iterable<ZipInput> | AsyncIterable<ZipInput>;

const remembered = rememberChecksums();

/**
 * Returns an uncompressed ZIP, made piece by piece as it is read, with times of Bucharest. Closes the file in work also when the reader
 * leaves. Errors of an input end the stream.
 */
export function zipStream(files: ZipInputs, checksums: Checksums = remembered): Readable {
  return Readable.from(makeZip(files, checksums), { objectMode: false, highWaterMark: 1 });
}

async function* makeZip(files: ZipInputs, checksums: Checksums): AsyncGenerator<Uint8Array> {
  const zipped: ZippedFile[] = [];
  for await (const file of files) {
    const input = typeof file.input === 'string' ? Readable.from([Buffer.from(file.input)]) : file.input;
    // An error while the file waits for its turn shows at its next read.
    input.on('error', () => {});
    try {
      const entry = { name: Buffer.from(file.name), lastModified: zipTime(file.lastModified) };
      yield localHeader(entry);
      const known = file.key === undefined ? undefined : checksums.get(file.key);
      let sum = known ?? 0;
      let bytes = 0;
      for await (const chunk of input as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (known === undefined) sum = crc32(chunk, sum);
        yield chunk;
      }
      if (file.key !== undefined && known === undefined) checksums.set(file.key, sum);
      yield dataDescriptor({ bytes, crc32: sum });
      zipped.push({ ...entry, bytes, crc32: sum });
    } finally {
      input.destroy();
    }
  }
  yield* centralDirectory(zipped);
}
