import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAdobeRgb } from '#domain/photos/exif-colour.ts';

const SHORT = 3;
const LONG = 4;
const TEXT = 2;
type Field = readonly [tag: number, type: number, value: number | string];

/** Returns three directories, each in the place that the one before it names. */
function exifOf(space: number | null, index: string | null, little: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(200));
  const put = (at: number, fields: readonly Field[]) => {
    view.setUint16(at, fields.length, little);
    for (const [i, [tag, type, value]] of fields.entries()) {
      const entry = at + 2 + i * 12;
      view.setUint16(entry, tag, little);
      view.setUint16(entry + 2, type, little);
      view.setUint32(entry + 4, typeof value === 'string' ? value.length : 1, little);
      if (typeof value === 'string')
        for (let c = 0; c < value.length; c++) view.setUint8(entry + 8 + c, value.charCodeAt(c));
      else if (type === SHORT) view.setUint16(entry + 8, value, little);
      else view.setUint32(entry + 8, value, little);
    }
  };
  view.setUint16(0, little ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, little);
  view.setUint32(4, 8, little);
  put(8, [[0x8769, LONG, 30]]);
  const interop: Field[] = index === null ? [] : [[0xa005, LONG, 80]];
  put(30, [...(space === null ? [] : [[0xa001, SHORT, space] as const]), ...interop]);
  if (index !== null) put(80, [[1, TEXT, index]]);
  return new Uint8Array(view.buffer);
}

test('Adobe RGB is known by the interoperability index or by the number that some cameras write', () => {
  for (const little of [true, false]) {
    for (const [space, index, expected] of [
      [65_535, 'R03\0', true],
      [null, 'R03\0', true],
      [2, null, true],
      [2, 'R98\0', true],
      [1, 'R03\0', false],
      [65_535, 'R98\0', false],
      [65_535, null, false],
      [1, null, false],
      [null, null, false],
    ] as const) {
      const block = exifOf(space, index, little);
      assert.equal(isAdobeRgb(block), expected, `${space} ${index} little: ${little}`);
      assert.equal(isAdobeRgb(Uint8Array.from([...Buffer.from('Exif\0\0'), ...block])), expected);
    }
  }
  assert.equal(isAdobeRgb(undefined), false);
});
