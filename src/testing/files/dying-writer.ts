import { Readable } from 'node:stream';
import { type FilesSettings, openFiles } from '#server/adapters/files/open.ts';

/** A program that stores a file without an end, and says so after each megabyte, until it is killed. Arguments: its settings, a key. */
const [settings = '', key = ''] = process.argv.slice(2);
const files = await openFiles(JSON.parse(settings) as FilesSettings, { isTool: true });
const megabyte = Buffer.alloc(1_000_000, 'x');
await files.write(
  key,
  Readable.from(
    (async function* () {
      for (;;) {
        yield megabyte;
        process.stdout.write('.');
      }
    })(),
  ),
);
