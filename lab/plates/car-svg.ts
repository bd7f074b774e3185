/** The back or the front of a car around a plate: paint, recess, lamps, grille, badges, a dealer's holder. */
import { type Dice, pickRandom, randomBetween } from '#imaging/fixtures/scenery.ts';
import type { Drawn } from './plate-svg.ts';

const PAINTS = [
  '#96141a',
  '#28406e',
  '#bfc1c4',
  '#1a1a1c',
  '#eeeeec',
  '#5a605c',
  '#3c5a46',
  '#d8a018',
  '#7b7f86',
];
/** As light as a plate, or nearly. */
const LIGHT_PAINTS = ['#eeeeec', '#f4f4f2', '#d9dbdd', '#bfc1c4'];
const BADGES = [
  'LOGAN',
  'DACIA',
  '1.6 TDI',
  'SPORT',
  'xDrive 20d',
  'GTI',
  'OPEL',
  'Duster',
  'HYBRID',
  'Golf',
  'A4',
  'quattro',
];

/** The plate stands at `x`, `y` of the whole drawing. */
export interface Car extends Drawn {
  readonly x: number;
  readonly y: number;
}

export function carSvg(
  dice: Dice,
  plate: Drawn,
  { framed: hasHolder, isLight = false }: { framed: boolean; isLight?: boolean },
): Car {
  const { width: w, height: h } = plate;
  const [x, y] = [randomBetween(dice, 0.7, 1.3) * w, randomBetween(dice, 1.5, 3.5) * h];
  const [width, height] = [w + 2 * x, y + h + randomBetween(dice, 1, 2.5) * h];
  const paint = pickRandom(dice, isLight ? LIGHT_PAINTS : PAINTS);
  const id = Math.floor(dice() * 1e9);
  const at = (
    { px, py, pw, ph }: { px: number; py: number; pw: number; ph: number },
    fill: string,
    more = '',
  ) => `<rect x="${px}" y="${py}" width="${pw}" height="${ph}" fill="${fill}" ${more}/>`;
  const parts = [
    `<defs><linearGradient id="p${id}" x1="0" y1="0" x2="${randomBetween(dice, -0.4, 0.4)}" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset=".5" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".45"/></linearGradient></defs>`,
    at({ px: 0, py: 0, pw: width, ph: height }, paint, 'rx="60"'),
    at({ px: 0, py: 0, pw: width, ph: height }, `url(#p${id})`, 'rx="60"'),
    at({ px: 0, py: y + h * randomBetween(dice, 1.15, 1.5), pw: width, ph: 5 }, '#141414'),
    drawLamps(dice, width, { y, h }),
    dice() < 0.35 ? drawGrille(dice, { x, y, w, h }) : '',
    dice() < 0.6
      ? at(
          { px: x - 0.1 * w, py: y - 0.25 * h, pw: 1.2 * w, ph: randomBetween(dice, 1.4, 1.9) * h },
          pickRandom(dice, isLight ? [paint, '#0002', '#fff3'] : ['#161617', '#0006', paint, '#fff3']),
          'rx="14"',
        )
      : '',
    badge(
      dice,
      { x: width * randomBetween(dice, 0.1, 0.8), y: y * randomBetween(dice, 0.2, 0.8) },
      randomBetween(dice, 22, 50),
    ),
    dice() < 0.5
      ? badge(
          dice,
          { x: width * randomBetween(dice, 0.1, 0.8), y: y * randomBetween(dice, 0.2, 0.8) },
          randomBetween(dice, 16, 34),
        )
      : '',
    hasHolder ? drawHolder(dice, { x, y, w, h }) : '',
    `<g transform="translate(${x} ${y})">${plate.svg}</g>`,
  ];
  return { svg: parts.join(''), width, height, x, y };
}

function drawLamps(dice: Dice, width: number, { y, h }: { y: number; h: number }): string {
  const [wide, tall] = [randomBetween(dice, 90, 240), randomBetween(dice, 60, 140)];
  const top = y - randomBetween(dice, 0.2, 1.6) * h;
  const fill = pickRandom(dice, ['#9a1014', '#b41a1c', '#dfe6ea', '#c8d0d6']);
  const lamp = (x: number) =>
    `<rect x="${x}" y="${top}" width="${wide}" height="${tall}" rx="18" fill="${fill}"/>${[0.2, 0.4, 0.6, 0.8].map((n) => `<rect x="${x + n * wide}" y="${top + 6}" width="5" height="${tall - 12}" fill="#fff8"/>`).join('')}`;
  return lamp(30) + lamp(width - 30 - wide);
}

function drawGrille(dice: Dice, { x, y, w, h }: { x: number; y: number; w: number; h: number }): string {
  const top = y - randomBetween(dice, 1.1, 1.5) * h;
  const tall = randomBetween(dice, 0.6, 1) * h;
  const isUpright = dice() < 0.5;
  const step = randomBetween(dice, 12, 34);
  const bars = Array.from({ length: Math.floor((isUpright ? w : tall) / step) }, (_, n) =>
    isUpright
      ? `<rect x="${x + n * step}" y="${top}" width="${step * 0.45}" height="${tall}" fill="#c9ccd0"/>`
      : `<rect x="${x}" y="${top + n * step}" width="${w}" height="${step * 0.4}" fill="#a9acb0"/>`,
  );
  return `<rect x="${x - 8}" y="${top - 8}" width="${w + 16}" height="${tall + 16}" fill="#121213"/>${bars.join('')}`;
}

function badge(dice: Dice, { x, y }: { x: number; y: number }, size: number): string {
  const fill = pickRandom(dice, ['#e8eaec', '#c8ccd0', '#2a2a2c']);
  return `<text x="${x}" y="${y}" font-size="${size}" font-family="${pickRandom(dice, ['Liberation Sans', 'DejaVu Sans'])}" font-weight="700" letter-spacing="${randomBetween(dice, 0, 10)}" fill="${fill}">${pickRandom(dice, BADGES)}</text>`;
}

function drawHolder(dice: Dice, { x, y, w, h }: { x: number; y: number; w: number; h: number }): string {
  const [rim, foot] = [randomBetween(dice, 6, 14), randomBetween(dice, 14, 26)];
  const text = pickRandom(dice, [
    'AUTO CENTER SRL',
    'www.dealer-auto.ro',
    'LEASING',
    'Autohaus Maier GmbH',
    '',
  ]);
  const dark = dice() < 0.7;
  return `<rect x="${x - rim}" y="${y - rim}" width="${w + 2 * rim}" height="${h + rim + foot}" rx="6" fill="${dark ? '#131314' : '#b9bcc0'}"/><text x="${x + w / 2}" y="${y + h + foot * 0.75}" text-anchor="middle" font-size="${foot * 0.75}" font-family="Liberation Sans" fill="${dark ? '#e8e8e8' : '#222'}">${text}</text>`;
}
