/** node lab/scenes/render-plates.ts --out FOLDER: photographs of cars with a licence plate, one with no car, as JPEG files. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { carSample } from '#imaging/fixtures/plate-photos.ts';
import { otherSample } from '#imaging/fixtures/plateless-photos.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (values.out === undefined) throw new Error('--out is missing');
const size = { width: 1600, height: 1200 };
const samples = [
  carSample('plain', 21, { size }),
  carSample('frame', 22, { size }),
  otherSample('street', 23, { size }),
];
for (const [n, { picture }] of samples.entries()) {
  const { data, width, height } = picture;
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  await image.jpeg({ quality: 90 }).toFile(join(values.out, `plate-${n + 1}.jpg`));
}
