import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { smallPhoto } from '#testing/files/photos.ts';
import { createImaging } from './pool.ts';

/** Nested filters, which no rule about the text counts: drawing them takes longer than a person waits. */
const COSTLY = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><filter id="f">${'<feTurbulence numOctaves="9" baseFrequency="0.7"/><feMorphology radius="9"/>'.repeat(20)}</filter>${'<g filter="url(#f)">'.repeat(20)}<rect width="100" height="100"/>${'</g>'.repeat(20)}</svg>`;

test('uploads are prepared while a logo that takes too long is worked on, and that one is refused in its own words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-logo-lane-'));
  const imaging = createImaging({ batchProcesses: 1, log: { debug: () => {}, warn: () => {} } });
  try {
    const [drawing, photo] = [join(folder, 'costly.svg'), join(folder, 'photo.jpg')];
    await writeFile(drawing, COSTLY);
    await writeFile(photo, await smallPhoto(4, 400, 300));
    const order: string[] = [];
    const refused = assert
      .rejects(imaging.logo({ source: drawing, path: join(folder, 'logo.png') }), {
        code: 'photos/logo-heavy',
      })
      .then(() => order.push('logo'));
    const prepared = imaging
      .prepare({
        source: photo,
        thumbnailPath: join(folder, 'thumb.webp'),
        proxyPath: join(folder, 'proxy.jpg'),
      })
      .then(() => order.push('photo'));
    await Promise.all([refused, prepared]);
    assert.deepEqual(order, ['photo', 'logo']);
  } finally {
    await imaging.close();
    await rm(folder, { recursive: true });
  }
});
