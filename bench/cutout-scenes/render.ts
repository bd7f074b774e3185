/** node bench/cutout-scenes/render.ts FOLDER SEED: one scene as photo.jpg and alpha.png; a process that cuts out may read no SVG. */
import { join } from 'node:path';
import sharp from 'sharp';
import { cutoutScene } from './scenes.ts';

const [folder, seed] = process.argv.slice(2);
if (!folder || !seed) throw new Error('usage: node bench/cutout-scenes/render.ts FOLDER SEED');
const { name, picture, alpha } = await cutoutScene(Number(seed));
const { data, width, height } = picture;
await sharp(data, { raw: { width, height, channels: 3 } })
  .jpeg({ quality: 92 })
  .toFile(join(folder, 'photo.jpg'));
await sharp(alpha, { raw: { width, height, channels: 1 } })
  .png()
  .toFile(join(folder, 'alpha.png'));
console.log(name);
