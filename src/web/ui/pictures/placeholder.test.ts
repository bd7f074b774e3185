import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rgbaToThumbHash } from 'thumbhash';
import { averageColour, blurUrl } from '#web/ui/pictures/placeholder.ts';

const red = new Uint8Array(4 * 4 * 4).map((_, i) => (i % 4 === 0 || i % 4 === 3 ? 255 : 0));
const hash = btoa(String.fromCharCode(...rgbaToThumbHash(4, 4, red)));

test('the placeholder of a red photo is red', () => {
  const [r = 0, g = 255, b = 255] = (averageColour(hash).match(/\d+/g) ?? []).map(Number);
  assert.ok(r > 200 && g < 60 && b < 60, averageColour(hash));
});

test('the blur is a picture of its own and is made once', () => {
  const url = blurUrl(hash);
  assert.match(url ?? '', /^data:image\/png;base64,/);
  assert.equal(blurUrl(hash), url);
});

test('a photo without a hash, or with a broken one, still has a colour', () => {
  for (const none of [null, '', '%%%', 'AA==']) {
    assert.equal(averageColour(none), 'var(--film-raised)');
    assert.equal(blurUrl(none), null);
  }
});
