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

describe('the right of this device to make a photo smaller', () => {
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

  it('is missing where something would be lost: see-through, moving, in the colours of print, or unknown photos', async () => {
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

  it('is missing where browsers turn a photo otherwise than we do: any WebP or PNG that lies on its side', async () => {
    for (const orientation of [2, 3, 6, 8]) {
      const turned = plain().withMetadata({ orientation });
      for (const photo of [turned.clone().png(), turned.clone().webp(), turned.clone().webp({ quality: 20 })])
        assert.equal(await headOf(photo), null);
      assert.equal((await headOf(turned.clone().jpeg()))?.width, 30);
    }
  });

  it('is missing where colours would be lost: Adobe RGB by the camera’s mark, and PNG colours that only some browsers know', async () => {
    const png = await plain().png().toBuffer();
    const pngWith = (...chunks: string[]) => {
      const added = chunks.map((name) => {
        const chunk = Buffer.alloc(16);
        chunk.writeUInt32BE(4);
        chunk.write(name, 4, 'latin1');
        return chunk;
      });
      return pictureHead(Buffer.concat([png.subarray(0, 33), ...added, png.subarray(33)]));
    };
    assert.equal(pngWith('cICP'), null);
    assert.equal(pngWith('cICP', 'sRGB'), null);
    assert.equal(pngWith('gAMA'), null);
    assert.equal(pngWith('gAMA', 'sRGB')?.width, 30);
    assert.equal(pngWith('gAMA', 'iCCP')?.width, 30);

    const jpeg = await plain().jpeg().toBuffer();
    const segment = (marker: number, text: string) => {
      const start = Buffer.from([0xff, marker, 0, 0]);
      start.writeUInt16BE(2 + text.length, 2);
      return Buffer.concat([start, Buffer.from(text, 'latin1')]);
    };
    // A directory with one field that names the next directory, which says colour space 2.
    const marked = segment(
      0xe1,
      'Exif\0\0II*\0\x08\0\0\0\x01\0\x69\x87\x04\0\x01\0\0\0\x1a\0\0\0\0\0\0\0\x01\0\x01\xa0\x03\0\x01\0\0\0\x02\0\0\0\0\0\0\0',
    );
    const profile = segment(0xe2, 'ICC_PROFILE\0');
    const jpegWith = (...segments: Buffer[]) =>
      pictureHead(Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]));
    assert.equal(jpegWith(marked), null);
    assert.equal(jpegWith(marked, profile)?.width, 30);
    assert.equal(jpegWith(profile)?.width, 30);
  });

  it('is missing when the file ends too soon, wherever that is', async () => {
    const whole = await plain().jpeg().withExif(taken).toBuffer();
    const scan = whole.lastIndexOf(Buffer.from([0xff, 0xda]));
    for (let length = 0; length < scan; length += 7)
      assert.equal(pictureHead(whole.subarray(0, length)), null);
    const png = await plain().png().withExif(taken).toBuffer();
    for (let length = 0; length < png.length; length++) pictureHead(png.subarray(0, length));
  });
});
