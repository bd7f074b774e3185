/**
 * node lab/plates/measure.ts FOLDER…: measures the search for plates on photographs whose truth.json says where the plate is (draw.ts
 * makes some; real ones will do too). A plate is found when one of its suggestions shares half of the area of both together; half covered
 * when they hide half of it, whole when the cover over one of them hides 99.5 % of its characters, where the truth names those. Border: corners of
 * covers that are no farther from the plate's than 3 % of its width.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Point, Quad } from '#domain/recipes/geometry.ts';
import { sharedArea } from '#imaging/fixtures/plate-search.ts';
import { findPlates } from '#imaging/plates/find-plates.ts';
import { ontoQuad, projectPoint } from '#imaging/plates/homography.ts';
import { MARGIN } from '#imaging/plates/paint/cover.ts';
import { plateGeometry } from '#imaging/plates/paint/plate-geometry.ts';

/** As the search gets it when a photo is read. */
const SIDE = 1600;

const WHOLE = 0.995;
const GRID = 24;

/** Share of the characters' area under the cover, which reaches a twentieth of its height and a pixel farther than the plate. */
function hidden(quad: Quad, characters: readonly Quad[]): number {
  const geometry = plateGeometry({ width: 1, height: 1 }, quad);
  if (geometry === null || characters.length === 0) return 0;
  const margin = 0.05 + 1 / geometry.pixels;
  let under = 0;
  for (const character of characters) {
    const onto = ontoQuad(character);
    for (let n = 0; n < GRID * GRID; n++) {
      const at = projectPoint(onto, {
        x: ((n % GRID) + 0.5) / GRID,
        y: (Math.floor(n / GRID) + 0.5) / GRID,
      });
      const { x, y } = projectPoint(geometry.front, at);
      const beside = margin / geometry.shape;
      if (x > -beside && x < 1 + beside && y > -margin && y < 1 + margin) under += 1;
    }
  }
  return under / (characters.length * GRID * GRID);
}

const NEAR = 0.03;

/** Corners of the cover over a suggestion that lie at the plate's corners. */
function cornersReached(plate: Quad, quad: Quad): number {
  const geometry = plateGeometry({ width: 1, height: 1 }, quad);
  if (geometry === null) return 0;
  const above = MARGIN + 1 / geometry.pixels;
  const beside = above / geometry.shape;
  const wide = Math.hypot(plate[1].x - plate[0].x, plate[1].y - plate[0].y);
  const cover = [
    [-beside, -above],
    [1 + beside, -above],
    [1 + beside, 1 + above],
    [-beside, 1 + above],
  ] as const;
  return cover.filter(([x, y], n) => {
    const at = projectPoint(ontoQuad(quad), { x, y });
    const corner = plate[n] as Point;
    return Math.hypot(at.x - corner.x, at.y - corner.y) <= NEAR * wide;
  }).length;
}

interface Kind {
  photos: number;
  found: number;
  first: number;
  half: number;
  whole: number;
  wrong: number;
  /** Corners of covers at the plate's, and suggestions that are sure. */
  corners: number;
  sure: number;
  ms: number[];
}

const kinds = new Map<string, Kind>();
const listed: string[] = [];
for (const folder of process.argv.slice(2).filter((word) => !word.startsWith('--'))) {
  const truth = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) as Record<
    string,
    { kind: string; plate: Quad | null; characters?: readonly Quad[] }
  >;
  for (const [name, { kind, plate, characters = [] }] of Object.entries(truth)) {
    const { data, info } = await sharp(join(folder, name))
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const before = process.cpuUsage();
    const found = findPlates({ data: new Uint8Array(data), width, height, channels: 3 });
    const { user } = process.cpuUsage(before);
    const key = `${plate === null ? '–' : '+'} ${kind}`;
    const row = kinds.get(key) ?? {
      photos: 0,
      found: 0,
      first: 0,
      half: 0,
      whole: 0,
      wrong: 0,
      corners: 0,
      sure: 0,
      ms: [],
    };
    kinds.set(key, row);
    row.photos += 1;
    row.ms.push(user / 1000);
    const pixels = (quad: Quad) =>
      quad.map(({ x, y }) => ({ x: x * width, y: y * height })) as unknown as Quad;
    const shares = plate === null ? [] : found.map(({ quad }) => sharedArea(pixels(plate), pixels(quad)));
    if (found.some(({ sure }) => sure)) row.sure += 1;
    const hit = found[shares.findIndex(({ union }) => union >= 0.5)];
    if (plate !== null && hit !== undefined) row.corners += cornersReached(pixels(plate), pixels(hit.quad));
    if (hit !== undefined) row.found += 1;
    else if (plate !== null)
      listed.push(
        `missed ${join(folder, name)} ${found.length} ${Math.max(0, ...shares.map(({ union }) => union)).toFixed(2)}`,
      );
    if ((shares[0]?.union ?? 0) >= 0.5) row.first += 1;
    if (shares.some(({ plate: covered }) => covered >= 0.5)) row.half += 1;
    const isWhole = found.some(({ quad }) => hidden(pixels(quad), characters.map(pixels)) >= WHOLE);
    if (plate !== null && isWhole) row.whole += 1;
    else if (shares.some(({ union }) => union >= 0.5)) listed.push(`bare   ${join(folder, name)}`);
    if (plate === null && found.length > 0) {
      row.wrong += 1;
      listed.push(`wrong  ${join(folder, name)} ${found.map(({ score }) => score.toFixed(1)).join(' ')}`);
    }
  }
}
if (process.argv.includes('--list')) console.log(listed.sort().join('\n'));
const total = (pick: (row: Kind) => number, sign: string) =>
  [...kinds].filter(([key]) => key.startsWith(sign)).reduce((sum, [, row]) => sum + pick(row), 0);
for (const [key, { photos, found, first, half, whole, wrong, corners, sure }] of kinds)
  console.log(
    key.padEnd(18),
    key.startsWith('+')
      ? `found ${found}/${photos}  first ${first}  half covered ${half}  whole ${whole}  border ${corners}  sure ${sure}`
      : `wrong ${wrong}/${photos}  sure ${sure}`,
  );
const share = (part: number, of: number) =>
  `${part}/${of} = ${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
console.log(
  `found   ${share(
    total((row) => row.found, '+'),
    total((row) => row.photos, '+'),
  )}, first ${share(
    total((row) => row.first, '+'),
    total((row) => row.photos, '+'),
  )}`,
);
console.log(
  `whole   ${share(
    total((row) => row.whole, '+'),
    total((row) => row.photos, '+'),
  )}`,
);
console.log(
  `border  ${share(
    total((row) => row.corners, '+'),
    4 * total((row) => row.found, '+'),
  )} of the corners of those found`,
);
for (const sign of ['+', '–'])
  console.log(
    `sure ${sign}  ${share(
      total((row) => row.sure, sign),
      total((row) => row.photos, sign),
    )}`,
  );
console.log(
  `wrong   ${share(
    total((row) => row.wrong, '–'),
    total((row) => row.photos, '–'),
  )}`,
);
const times = [...kinds.values()].flatMap(({ ms }) => ms).sort((a, b) => a - b);
console.log(
  `CPU ms  median ${times[times.length >> 1]?.toFixed(0)}, p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(0)}`,
);
