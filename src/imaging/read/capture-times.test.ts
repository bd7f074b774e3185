import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readExif } from '#domain/photos/exif.ts';
import { toSharp } from '#imaging/fixtures/bench.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { readHeader } from './header.ts';

type Fields = Record<string, string>;
const photo = () => toSharp(drawScene(32, 24));
const FORMATS = {
  jpeg: () => photo().jpeg(),
  png: () => photo().png(),
  webp: () => photo().webp(),
  avif: () => photo().avif({ effort: 0 }),
};

describe('when a photo was taken', () => {
  let folder: TemporaryFolder;
  before(async () => {
    folder = await makeTemporaryFolder();
  });
  after(() => folder.remove());

  async function takenAt(
    format: keyof typeof FORMATS,
    { ifd0 = {}, exif = {}, xmp }: { ifd0?: Fields; exif?: Fields; xmp?: string },
  ) {
    const made = FORMATS[format]().withExif({ IFD0: ifd0, IFD2: exif });
    const path = join(folder.path, format);
    await writeFile(path, await (xmp === undefined ? made : made.withXmp(xmp)).toBuffer());
    const header = await readHeader(path);
    return readExif(header.exif, header.xmp).takenAt;
  }

  it('is read to the fraction of a second and with its zone, whatever the file is', async () => {
    const exif = {
      DateTimeOriginal: '2026:02:01 10:00:00',
      SubSecTimeOriginal: '080',
      OffsetTimeOriginal: '+02:00',
    };
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const)
      assert.equal(await takenAt(format, { exif }), '2026-02-01T10:00:00.080+02:00', format);
    for (const [digits, read] of [
      ['1', '.1'],
      ['123456789', '.123456789'],
      ['80  ', '.80'],
      ['x', ''],
    ] as const)
      assert.equal(
        await takenAt('jpeg', { exif: { ...exif, SubSecTimeOriginal: digits } }),
        `2026-02-01T10:00:00${read}+02:00`,
      );
    assert.equal(
      await takenAt('jpeg', { exif: { ...exif, OffsetTimeOriginal: '   :  ' } }),
      '2026-02-01T10:00:00.080',
    );
  });

  it('is the day of scanning where the moment is unknown, and never the day of editing', async () => {
    const ifd0 = { DateTime: '2026:03:09 10:00:00' };
    const exif = {
      DateTimeDigitized: '2026:02:01 10:00:00',
      SubSecTimeDigitized: '5',
      OffsetTimeDigitized: '+01:00',
    };
    assert.equal(await takenAt('jpeg', { ifd0, exif }), '2026-02-01T10:00:00.5+01:00');
    assert.equal(await takenAt('jpeg', { ifd0 }), null);
    const zone = { DateTimeOriginal: '2026:02:01 10:00:00', OffsetTime: '+03:00' };
    assert.equal(await takenAt('jpeg', { exif: zone }), '2026-02-01T10:00:00+03:00');
  });

  it('is read from XMP where EXIF does not tell it, in every kind of file', async () => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description photoshop:DateCreated="2026-02-01T10:00:00.25+02:00"/></rdf:RDF></x:xmpmeta>';
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const)
      assert.equal(await takenAt(format, { xmp }), '2026-02-01T10:00:00.25+02:00', format);
    const exif = { DateTimeOriginal: '2026:02:01 09:00:00' };
    assert.equal(await takenAt('jpeg', { exif, xmp }), '2026-02-01T09:00:00');
    const scanned = { DateTimeDigitized: '2026:02:03 09:00:00' };
    assert.equal(await takenAt('jpeg', { exif: scanned, xmp }), '2026-02-01T10:00:00.25+02:00');
  });
});
