import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { toSharp } from '#imaging/fixtures/bench.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { describeDifference, takeFingerprint } from './fingerprint.ts';

let folder: TemporaryFolder;

describe('fingerprints of delivered files', () => {
  before(async () => {
    folder = await makeTemporaryFolder();
  });
  after(() => folder.remove());

  const DRAWN = drawScene(480, 360);

  async function fingerprintAtQuality(raw: Raw, quality = 90) {
    const path = join(folder.path, 'file.jpg');
    await toSharp(raw).jpeg({ quality }).toFile(path);
    return takeFingerprint(path);
  }

  function changePixels(change: (value: number, i: number) => number): Raw {
    return { ...DRAWN, data: DRAWN.data.map((value, i) => Math.min(255, change(value, i))) };
  }

  test('a file that another encoder wrote has the fingerprint it had', async () => {
    assert.equal(
      describeDifference(await fingerprintAtQuality(DRAWN), await fingerprintAtQuality(DRAWN, 84)),
      null,
    );
  });

  test('a file of another size, moved by a cell, brightened or tinted in a part says so', async () => {
    const was = await fingerprintAtQuality(DRAWN);
    const differs = async (raw: Raw) => describeDifference(was, await fingerprintAtQuality(raw)) ?? 'nothing';
    assert.match(await differs(drawScene(400, 300)), /^480×360 → 400×300$/);
    const row = 480 * 3;
    assert.match(
      await differs(changePixels((_, i) => DRAWN.data[i < 30 * row ? i : i - 30 * row] ?? 0)),
      /hash \d+ of 264 bits/,
    );
    assert.match(await differs(changePixels((value) => value + 5)), /^colour [456] of 255 levels/);
    const isLeft = (i: number) => i % row < row / 3 && i < 120 * row;
    const bluer = changePixels((value, i) => (isLeft(i) && i % 3 === 2 ? value + 8 : value));
    assert.match(await differs(bluer), /^colour [789] of 255 levels \(top left\)$/);
  });
});
