import sharp from 'sharp';

/** What is kept of a delivered file: enough to see that it came out as before, on any machine. */
export interface Fingerprint {
  /** Width × height in pixels, as „1600×1200”. */
  readonly size: string;
  /** Difference hash, hex: a bit for each two neighbours of CELLS × CELLS, across, then down. */
  readonly hash: string;
  /** Mean colours of PARTS × PARTS, six hex digits each. */
  readonly colours: string;
  /** Bits that the encoder of another machine may well turn: their neighbours differ by nearly STEP. */
  readonly loose: number;
}

const CELLS = 12;
const PARTS = 3;
/** Levels by which the later of two neighbours has to be brighter; between those of one ground there is grain alone. */
const STEP = 2;
const NEAR_STEP = 0.25;
/** Pixels of the raster a cell. */
const FINE = 8;
/** What is clear shows it. */
const BEHIND = { r: 142, g: 142, b: 150 };

/** Turned bits and levels of colour that two machines with the same libraries were never apart by. */
const MORE_BITS = 2;
const LEVELS = 2;

export async function takeFingerprint(path: string): Promise<Fingerprint> {
  const { width, height } = await sharp(path).metadata();
  const side = CELLS * FINE;
  const { data, info } = await sharp(path)
    .flatten({ background: BEHIND })
    .toColourspace('srgb')
    .resize(side, side, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const meanAt = (x: number, y: number, tile: number): number[] => {
    const sum = [0, 0, 0];
    for (let v = y * tile; v < (y + 1) * tile; v++)
      for (let u = x * tile; u < (x + 1) * tile; u++)
        for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (data[(v * side + u) * info.channels + c] ?? 0);
    return sum.map((value) => value / tile ** 2);
  };
  const greyAt = (x: number, y: number) => meanAt(x, y, FINE).reduce((sum, value) => sum + value / 3, 0);
  const steps = listNeighbours().map(([from, to]) => greyAt(...to) - greyAt(...from));
  const colours = listCells(PARTS, PARTS).flatMap(([x, y]) => meanAt(x, y, side / PARTS).map(toHexByte));
  return {
    size: `${width}×${height}`,
    hash: toHex(steps.map((step) => step > STEP)),
    colours: colours.join(''),
    loose: steps.filter((step) => Math.abs(step - STEP) < NEAR_STEP).length,
  };
}

type Cell = readonly [x: number, y: number];

function listCells(columns: number, rows: number): Cell[] {
  return Array.from({ length: columns * rows }, (_, i) => [i % columns, Math.floor(i / columns)] as const);
}

function listNeighbours(): (readonly [Cell, Cell])[] {
  return [
    ...listCells(CELLS - 1, CELLS).map(
      ([x, y]) =>
        [
          [x, y],
          [x + 1, y],
        ] as const,
    ),
    ...listCells(CELLS, CELLS - 1).map(
      ([x, y]) =>
        [
          [x, y],
          [x, y + 1],
        ] as const,
    ),
  ];
}

const BITS = listNeighbours().length;

function toHex(bits: readonly boolean[]): string {
  return BigInt(`0b${bits.map(Number).join('')}`)
    .toString(16)
    .padStart(BITS / 4, '0');
}

function toHexByte(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0');
}

/** For people: what of a file is not as it was; null when nothing is, within what machines differ by. */
export function describeDifference(was: Fingerprint, is: Fingerprint): string | null {
  const turned = (BigInt(`0x${was.hash}`) ^ BigInt(`0x${is.hash}`)).toString(2).replaceAll('0', '').length;
  const { levels, part } = findFarthest(was.colours, is.colours);
  const found = [
    ...(was.size === is.size ? [] : [`${was.size} → ${is.size}`]),
    ...(turned <= was.loose + MORE_BITS ? [] : [`hash ${turned} of ${BITS} bits`]),
    ...(levels <= LEVELS ? [] : [`colour ${levels} of 255 levels (${part})`]),
  ];
  return found.length === 0 ? null : found.join(', ');
}

const ROWS = ['top', 'middle', 'bottom'] as const;
const COLUMNS = ['left', 'middle', 'right'] as const;

function findFarthest(was: string, is: string): { levels: number; part: string } {
  const [before, after] = [Buffer.from(was, 'hex'), Buffer.from(is, 'hex')];
  let [levels, at] = [0, 0];
  for (const [i, value] of before.entries()) {
    const off = Math.abs(value - (after[i] ?? 0));
    if (off > levels) [levels, at] = [off, Math.floor(i / 3)];
  }
  return { levels, part: `${ROWS[Math.floor(at / PARTS)]} ${COLUMNS[at % PARTS]}` };
}

/** One line of the stored set. */
export function toLine({ size, hash, colours, loose }: Fingerprint): string {
  return [size, hash, colours, `±${loose}`].join(' ');
}

export function fromLine(line: string): Fingerprint {
  const [size = '', hash = '', colours = '', loose = ''] = line.split(' ');
  return { size, hash, colours, loose: Number(loose.slice(1)) };
}
