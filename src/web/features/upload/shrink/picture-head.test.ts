import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { readExif } from '#domain/photos/exif.ts';
import { pictureHead } from '#web/features/upload/shrink/picture-head.ts';

const plain = () => sharp({ create: { width: 30, height: 20, channels: 3, background: '#c45' } });
const clear = () => plain().ensureAlpha(0.5);
const taken = { IFD2: { DateTimeOriginal: '2026:11:18 12:04:00' } };
/** A PNG with a text chunk right behind its head. */
function withText(png: Buffer, text: string): Buffer {
  const chunk = Buffer.from(`....iTXt${text}....`, 'latin1');
  chunk.writeUInt32BE(text.length);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
const headOf = async (picture: Sharp) => pictureHead(await picture.toBuffer());

describe('whether this device may make a photo smaller', () => {
  it('is read off the start of a JPEG, a PNG or a WebP, with the time of capture', async () => {
    for (const photo of [
      plain().jpeg(),
      plain().jpeg({ progressive: true }),
      plain().png(),
      plain().webp(),
    ]) {
      const head = await headOf(photo.clone().withExif(taken));
      assert.deepEqual([head?.width, head?.height], [30, 20]);
      assert.equal(readExif(head?.exif).takenAt, '2026-11-18T12:04:00');
    }
    const xmp = '<x:xmpmeta><rdf:Description xmp:CreateDate="2026-11-18T12:04:00.5+02:00"/></x:xmpmeta>';
    const png = withText(await plain().png().toBuffer(), `XML:com.adobe.xmp\0\0\0\0\0${xmp}`);
    for (const head of [
      await headOf(plain().jpeg().withXmp(xmp)),
      await headOf(plain().webp().withXmp(xmp)),
      pictureHead(png),
    ]) {
      assert.equal(readExif(head?.exif, head?.xmp).takenAt, '2026-11-18T12:04:00.5+02:00');
    }
    const bare = await headOf(plain().webp());
    assert.deepEqual([bare?.width, bare?.height, bare?.exif], [30, 20, undefined]);
  });

  it('is no where something would be lost: see-through, moving, in the colours of print, or nothing known', async () => {
    const pages = sharp([await plain().png().toBuffer(), await plain().negate().png().toBuffer()], {
      join: { animated: true },
    });
    for (const picture of [
      clear().png(),
      clear().png({ palette: true }),
      clear().webp(),
      clear().webp({ lossless: true }),
      pages.webp(),
      plain().toColourspace('cmyk').jpeg(),
      plain().gif(),
      plain().avif({ effort: 0 }),
    ])
      assert.equal(await headOf(picture), null);
  });

  it('is no when the file ends too soon, wherever that is', async () => {
    const whole = await plain().jpeg().withExif(taken).toBuffer();
    const scan = whole.lastIndexOf(Buffer.from([0xff, 0xda]));
    for (let length = 0; length < scan; length += 7)
      assert.equal(pictureHead(whole.subarray(0, length)), null);
    const png = await plain().png().withExif(taken).toBuffer();
    for (let length = 0; length < png.length; length++) pictureHead(png.subarray(0, length));
  });
});
