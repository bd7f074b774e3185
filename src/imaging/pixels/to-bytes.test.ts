import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scaledMask } from '#imaging/cutout/mask-file.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import { resizeTo } from '#imaging/read/decode.ts';

test('what is drawn into a copy of a picture or mask is not drawn into the picture or mask', async () => {
  const photo = await resizeTo(drawScene(32, 24), { width: 16, height: 12 });
  const mask = await scaledMask(
    { data: new Uint8Array(32 * 24).fill(255), width: 32, height: 24 },
    { width: 16, height: 12 },
  );
  for (const { data } of [photo, mask]) {
    const [first] = data;
    data.slice().fill((first as number) ^ 255);
    assert.equal(data[0], first);
  }
});
