/** A made-up licence plate in a real typeface: its number, ground, band, seals, rim, dirt. */
import type { Box, Size } from '#domain/recipes/geometry.ts';
import { type Dice, pickRandom, randomBetween } from '#imaging/fixtures/scenery.ts';

export interface Drawn {
  readonly svg: string;
  /** In the drawing's own units; 110 is the height of a plate of one line. */
  readonly width: number;
  readonly height: number;
  /** Boxes of a plate's letters and digits, about as wide as they come out. */
  readonly characters?: readonly Box[];
}

const LETTERS = [...'ABCDEFGHIJKLMNPRSTUVWXYZ'];
/** L: letter, D: digit, o: a round seal, s: a coat of arms, | starts the second line. */
const FORMS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['RO', ['B DDD LLL', 'LL DD LLL', 'LL DD LLL'], ['LL DD|LLL', 'B DDD|LLL']],
  ['D', ['L oLL DDDD', 'LL oL DDD', 'LLL oLL DD', 'L oL DD'], ['LL o|LL DDD', 'L o|LL DDDD']],
  ['CZ', ['DLD oDDDD', 'DLDoDDDD'], ['DLD|DDDD']],
  ['PL', ['LL oDDDDD', 'LLL oDDDD', 'LL DDDLL'], ['LL|DDDDD']],
  ['H', ['LLL-DDD', 'LLosLL-DDD'], ['LLL|DDD']],
  ['F', ['LL-DDD-LL'], ['LL-DDD|LL']],
  ['E', ['DDDD LLL'], ['DDDD|LLL']],
  ['BG', ['LL DDDD LL', 'L DDDD LL'], ['LL|DDDDLL']],
  ['I', ['LL DDDLL'], ['LL|DDDLL']],
  ['A', ['L sDDDDL', 'LL sDDDLL'], ['L s|DDDDL']],
  ['HR', ['LLsDDD-LL', 'LLsDDDD-L'], ['LL s|DDDLL']],
  ['SK', ['LLsDDDLL'], ['LL s|DDDLL']],
  ['S', ['LLL DDD', 'LLL DDL'], ['LLL|DDD']],
  ['NL', ['LL-DDD-L', 'DD-LLL-D', 'L-DDD-LL'], ['LL-DD|DD']],
  ['GB', ['LLDD LLL'], ['LLDD|LLL']],
  ['B', ['D-LLL-DDD'], ['D-LLL|DDD']],
  ['LT', ['LLLoDDD'], ['LLL|DDD']],
  ['P', ['LL-DD-LL', 'DD-DD-LL'], ['LL|DD-LL']],
  ['MD', ['LLL DDD', 'L LL DDD'], ['LLL|DDD']],
  ['CH', ['sLL DDDDDD', 'sLL DDDDD'], ['LL s|DDDDDD']],
];
/** Ground, ink, how often. */
const COLOURS = {
  white: ['#f1f2ee', '#161616'],
  yellow: ['#f0c020', '#151515'],
  red: ['#f1f1ee', '#b01722'],
  blue: ['#eef0f0', '#16306e'],
  black: ['#141415', '#e6e6e2'],
  navy: ['#123a7c', '#eceef0'],
  crimson: ['#a8181e', '#f2f0ee'],
  green: ['#1d6b3c', '#eef0ec'],
} as const;
export type PlateColours = keyof typeof COLOURS;

export interface PlateWish {
  readonly colours?: PlateColours;
  readonly twoLines?: boolean;
}

export function drawNumber(dice: Dice, form: string): string {
  return form.replace(/[LD]/g, (c) =>
    c === 'L' ? (pickRandom(dice, LETTERS) as string) : String(Math.floor(dice() * 10)),
  );
}

export function plateSvg(dice: Dice, fonts: readonly string[], wish: PlateWish): Drawn {
  const [country, forms, twoLined] = pickRandom(dice, FORMS) as (typeof FORMS)[number];
  const usual = country === 'NL' ? 'yellow' : country === 'B' ? 'red' : dice() < 0.1 ? 'yellow' : 'white';
  const [ground, ink] = COLOURS[wish.colours ?? usual];
  const width = wish.twoLines
    ? pickRandom(dice, [280, 300, 340, 240])
    : pickRandom(dice, [520, 520, 520, 440, 490]);
  const height = wish.twoLines ? pickRandom(dice, [200, 200, 210, 130]) : 110;
  const hasBand = country !== 'CH' && dice() < (wish.colours && wish.colours !== 'yellow' ? 0.3 : 0.85);
  const band = hasBand ? randomBetween(dice, 36, 46) : 0;
  const after = ['F', 'I', 'P'].includes(country) && hasBand ? 40 : 0;
  const lines = drawNumber(dice, pickRandom(dice, wish.twoLines ? twoLined : forms) as string).split('|');
  const font = pickRandom(dice, fonts);
  const tall = height / lines.length;
  const size = (lines.length > 1 ? randomBetween(dice, 0.66, 0.76) : randomBetween(dice, 0.66, 0.76)) * tall;
  const bandTall = lines.length > 1 ? height * 0.5 : height;
  const parts = [
    drawPlate({ width, height }, ground, randomBetween(dice, 2, 10)),
    hasBand ? drawBand(country, band, bandTall) : '',
    after > 0
      ? `<rect x="${width - after}" width="${after}" height="${height}" fill="${country === 'P' ? '#f2c811' : '#1a4aa0'}"/>`
      : '',
    ...lines.map((line, n) => {
      const from = n === 0 || lines.length === 1 || bandTall === height ? band : 0;
      return drawLine(line, {
        from: from + 10,
        middle: (n + 0.5) * tall,
        room: width - from - after - 20,
        size,
        font,
        ink,
        weight: dice() < 0.5 ? 700 : 500,
      });
    }),
    dice() < 0.6
      ? `<rect x="3" y="3" width="${width - 6}" height="${height - 6}" rx="5" fill="none" stroke="${ink}" stroke-width="${randomBetween(dice, 1.5, 4)}"/>`
      : '',
    ...(dice() < 0.5
      ? [0.12, 0.88].map(
          (x) =>
            `<circle cx="${x * width}" cy="${height * randomBetween(dice, 0.3, 0.6)}" r="5" fill="#777"/>`,
        )
      : []),
  ];
  return joined({ width, height }, parts);
}

/** Parts of a plate one over the other, the lines of its number among them. */
export function joined(size: Size, parts: readonly (string | Line)[]): Drawn {
  const lines = parts.filter((part) => typeof part !== 'string');
  return {
    ...size,
    svg: parts.map((part) => (typeof part === 'string' ? part : part.svg)).join(''),
    characters: lines.flatMap(({ characters }) => characters),
  };
}

export const drawPlate = ({ width, height }: { width: number; height: number }, ground: string, round = 6) =>
  `<rect width="${width}" height="${height}" rx="${round}" fill="${ground}"/>`;

export function drawBand(country: string, width: number, height: number): string {
  const stars = Array.from({ length: 12 }, (_, n) => {
    const angle = (n * Math.PI) / 6;
    return `<circle cx="${width / 2 + 12 * Math.sin(angle)}" cy="${26 - 12 * Math.cos(angle)}" r="2.4" fill="#ffd21a"/>`;
  });
  return `<rect width="${width}" height="${height}" rx="4" fill="#1243a6"/>${stars.join('')}<text x="${width / 2}" y="${height - 10}" font-size="25" font-family="Liberation Sans" font-weight="700" text-anchor="middle" fill="#fff">${country}</text>`;
}

interface Line {
  readonly svg: string;
  readonly characters: readonly Box[];
}

interface LineWish {
  readonly from: number;
  readonly middle: number;
  readonly room: number;
  readonly size: number;
  readonly font: string;
  readonly ink: string;
  readonly weight: number;
}

/** Characters stand as far apart as the line has room, capitals `size` tall. */
export function drawLine(line: string, { from, middle, room, size, font, ink, weight }: LineWish): Line {
  const advance = (c: string) => (c === ' ' ? 0.35 : c === '-' ? 0.45 : c === 'o' || c === 's' ? 0.5 : 0.68);
  const total = [...line].reduce((sum, c) => sum + advance(c), 0);
  const step = Math.min(size, room / total);
  let x = from + (room - total * step) / 2;
  const characters: Box[] = [];
  const svg = [...line]
    .map((c) => {
      const at = x + (advance(c) * step) / 2;
      x += advance(c) * step;
      if (c === ' ') return '';
      if (c === 'o')
        return `<circle cx="${at}" cy="${middle}" r="${size * 0.2}" fill="#b9bdb4" stroke="#6d7f8c" stroke-width="3"/>`;
      if (c === 's')
        return `<path d="M${at - size * 0.16} ${middle - size * 0.22}h${size * 0.32}v${size * 0.25}l${-size * 0.16} ${size * 0.2}l${-size * 0.16} ${-size * 0.2}z" fill="#c2443a" stroke="#445" stroke-width="2"/>`;
      if (c === '-')
        return `<rect x="${at - step * 0.13}" y="${middle - size * 0.05}" width="${step * 0.26}" height="${size * 0.1}" fill="${ink}"/>`;
      // The font's capitals are about 0.72 of its size tall and are squeezed to the plate's pitch.
      const usual = size * (GLYPH_WIDE[font] ?? 0.86);
      const narrow = Math.min(1, (step * 0.6) / usual);
      const wide = usual * narrow * (c === '1' || c === 'I' ? 0.5 : 1);
      characters.push({ x: at - wide / 2, y: middle - size / 2, width: wide, height: size });
      return `<text transform="translate(${at} ${middle + size / 2}) scale(${narrow} 1)" font-family="${font}" font-size="${size / 0.715}" font-weight="${weight}" text-anchor="middle" fill="${ink}">${c}</text>`;
    })
    .join('');
  return { svg, characters };
}

/** Width of a middling capital in heights of a capital. */
const GLYPH_WIDE: Readonly<Record<string, number>> = {
  'Barlow Condensed': 0.62,
  'Roboto Condensed': 0.74,
  'Liberation Sans Narrow': 0.74,
  'Nimbus Sans Narrow': 0.76,
  'Archivo Narrow': 0.72,
  Oswald: 0.66,
  'Saira SemiCondensed': 0.8,
  'Share Tech Mono': 0.72,
  'B612 Mono': 0.8,
  Rajdhani: 0.72,
  'Bebas Neue': 0.56,
};
