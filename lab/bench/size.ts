/**
 * How much is measured: what the command line says (`--photos 60`, `--photos-each 4`), else as much as usual, as a look of some minutes wants (`--quick`),
 * or the least with which every part still runs to its end (`--least`), for a test; figures of that say nothing.
 */
const USUAL = {
  photos: 200,
  /** Pixels of a photo's long side. */
  side: 4032,
  rounds: 3,
  repetitions: 5,
  moves: 40,
  strokes: 20,
  previews: 40,
  files: 100,
  reports: 20,
  cutouts: 30,
  modelLot: 20,
  users: 500,
  minutes: 5,
  photosEach: 12,
  scenes: 100,
  /** Seed of the first scene. */
  first: 0,
  /** Share of what has no word of its own: seconds, requests at once, rows. */
  share: 1,
};
type Size = Readonly<typeof USUAL>;

const QUICK: Size = {
  ...USUAL,
  photos: 60,
  rounds: 1,
  repetitions: 1,
  moves: 10,
  strokes: 5,
  previews: 10,
  files: 20,
  reports: 5,
  cutouts: 5,
  modelLot: 4,
  users: 100,
  minutes: 0.1,
  photosEach: 4,
  scenes: 20,
};

const LEAST: Size = {
  ...QUICK,
  photos: 4,
  side: 800,
  moves: 4,
  strokes: 2,
  previews: 4,
  files: 3,
  reports: 2,
  cutouts: 2,
  modelLot: 2,
  users: 10,
  minutes: 0.02,
  photosEach: 2,
  scenes: 1,
  share: 0.1,
};

const isAsked = (word: string) => process.argv.includes(`--${word}`);

/** Returns what stands behind `--name` on the command line. */
export function readOption(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

const toKebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const preset = isAsked('least') ? LEAST : isAsked('quick') ? QUICK : USUAL;
export const SIZE = Object.fromEntries(
  Object.entries(preset).map(([name, usual]) => [name, Number(readOption(toKebab(name)) ?? usual)]),
) as Size;
