/**
 * node lab/piles/measure-photos.ts FOLDER [FROM TO]: proposes lots for real photographs, as one pile. Each folder in FOLDER holds the photos
 * of one thing, which the proposal is not told. They stand in the order of their names. FROM and TO: which of them.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readPhoto } from './read-photo.ts';
import { addPile, describeScore, type KnownPhoto, NONE } from './score.ts';

const [folder = '.', from = '0', to] = process.argv.slice(2);
const names = new Intl.Collator('ro', { numeric: true });
const files: { thing: string; name: string }[] = [];
for (const thing of await readdir(folder))
  for (const name of await readdir(join(folder, thing))) files.push({ thing, name });
files.sort((a, b) => names.compare(a.name, b.name));
const photos: KnownPhoto[] = [];
for (const { thing, name } of files.slice(Number(from), to === undefined ? files.length : Number(to))) {
  const read = await readPhoto(join(folder, thing, name));
  photos.push({ id: `${thing}/${name}`, name, folder: null, thing, visit: thing, person: 0, ...read });
}
console.log(`${photos.filter(({ takenAt }) => takenAt !== null).length} with a time`);
console.log(describeScore(folder, addPile(NONE, photos)));
