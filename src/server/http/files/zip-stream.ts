import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { downloadZip } from 'client-zip';
import { zipTime } from '#server/http/files/zip-time.ts';

export interface ZipInput {
  readonly name: string;
  readonly input: string | Readable;
  readonly lastModified: Date;
}

/** Returns a ZIP, uncompressed, that is made while it is read; its clock is that of Bucharest. */
export function zipStream(files: Iterable<ZipInput> | AsyncIterable<ZipInput>): Readable {
  const { body } = downloadZip(withClock(files), { buffersAreUTF8: true });
  if (!body) throw new Error('a ZIP without a body');
  return Readable.fromWeb(body as NodeStream<Uint8Array>);
}

async function* withClock(files: Iterable<ZipInput> | AsyncIterable<ZipInput>) {
  for await (const file of files) {
    const input =
      typeof file.input === 'string'
        ? file.input
        : (Readable.toWeb(file.input) as ReadableStream<Uint8Array>);
    yield { ...file, input, lastModified: zipTime(file.lastModified) };
  }
}
