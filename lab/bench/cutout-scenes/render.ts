/** node lab/bench/cutout-scenes/render.ts FOLDER SEED hard|sellers|yards: one scene as photo.jpg and alpha.png; a process that cuts out may read no SVG. */
import { join } from 'node:path';
import sharp from 'sharp';
import { cutoutScene } from './scenes.ts';
import { sellerScene } from './sellers.ts';
import { yardScene } from './yards.ts';

const [folder, seed, kind] = process.argv.slice(2);
if (!folder || !seed)
  throw new Error('usage: node lab/bench/cutout-scenes/render.ts FOLDER SEED hard|sellers|yards');
const scene = kind === 'sellers' ? sellerScene : kind === 'yards' ? yardScene : cutoutScene;
const { name, picture, alpha } = await scene(Number(seed));
const { data, width, height } = picture;
await sharp(data, { raw: { width, height, channels: 3 } })
  .jpeg({ quality: 92 })
  .toFile(join(folder, 'photo.jpg'));
await sharp(alpha, { raw: { width, height, channels: 1 } })
  .png()
  .toFile(join(folder, 'alpha.png'));
console.log(name);
