import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { toSharp } from '#imaging/fixtures/bench.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import { refuseUnreadKind } from './jpeg-kind.ts';
import { sniffFormat } from './sniff.ts';

function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'photos/format-codec');
    return errorSentence(error.code, error.details);
  }
  return '';
}

test('a JPEG of a kind that is not read is called by its kind', async () => {
  const jpeg = await toSharp(drawScene(32, 24)).jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const ordinary = [0xc0, 0xc1, 0xc2, 0xc9, 0xca];
  for (const [marker, bits, kind] of [
    [0xc3, 8, 'JPEG fără pierderi'],
    [0xc3, 16, 'JPEG fără pierderi'],
    [0xcb, 8, 'JPEG fără pierderi'],
    [0xf7, 8, 'JPEG‑LS'],
    ...[0xc5, 0xc6, 0xc7, 0xcd, 0xce, 0xcf].map((marker) => [marker, 8, 'JPEG ierarhic'] as const),
    ...ordinary.map((marker) => [marker, 12, 'JPEG pe 12 biți'] as const),
  ] as const) {
    const file = Buffer.from(jpeg);
    file[frame + 1] = marker;
    file[frame + 4] = bits;
    assert.match(
      refusalOf(() => refuseUnreadKind(file)),
      new RegExp(`în formatul ${kind}, pe care nu îl citim`),
    );
  }
  for (const marker of ordinary) {
    const file = Buffer.from(jpeg);
    file[frame + 1] = marker;
    refuseUnreadKind(file);
  }
});

test('relatives of JPEG are called by their name, and an animation an animation', () => {
  for (const [start, name] of [
    ['\xff\x0a\x7f', 'JPEG XL'],
    ['\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftyp', 'JPEG XL'],
    ['\xff\x4f\xff\x51\0\x2f', 'JPEG 2000'],
    ['\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftyp', 'JPEG 2000'],
    ['II\xbc\x01\x20\0\0\0', 'JPEG XR'],
  ])
    assert.ok(
      refusalOf(() => sniffFormat(Buffer.from(start as string, 'latin1'))).includes(`formatul ${name},`),
    );
  assert.match(errorSentence('photos/format-video', { animation: true }), /animație/);
  assert.match(errorSentence('photos/format-video'), /film/);
});
