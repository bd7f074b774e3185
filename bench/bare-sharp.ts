import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * The other side of the comparison, as a program: photos through sharp alone, one at a time on one core. `plain` resizes and encodes;
 * `same` does with sharp's own operations what the default recipe does. Arguments: mode, output folder, a file with one path a line.
 */
const [mode = 'plain', out = '', list = ''] = process.argv.slice(2);
sharp.concurrency(1);
sharp.cache(false);

async function write(path: string, name: string): Promise<void> {
  let image = sharp(path, { autoOrient: true }).resize(1600, 1200, {
    fit: 'inside',
    withoutEnlargement: true,
  });
  if (mode === 'same') image = image.normalise().sharpen({ sigma: 0.8 });
  await image.withIccProfile('srgb').jpeg({ quality: 82 }).toFile(join(out, name));
}

const paths = readFileSync(list, 'utf8').split('\n').filter(Boolean);
for (const [n, path] of paths.entries()) await write(path, `${process.pid}-${n}.jpg`);
