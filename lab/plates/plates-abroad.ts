/** Plates that are made otherwise than in Europe, or bear letters alone: other grounds, other shares of the plate, other texts on it. */
import { type Dice, pickRandom, randomBetween } from '#imaging/fixtures/scenery.ts';
import { type Drawn, drawBand, drawLine, drawNumber, drawPlate, joined } from './plate-svg.ts';

export const ABROAD = ['mercosul', 'grey', 'abroad', 'letters only', 'name'] as const;
export type Abroad = (typeof ABROAD)[number];

const INKS = ['#161616', '#161616', '#161616', '#a8181e', '#16306e', '#1d6b3c'];
const CITIES = ['SP - SAO PAULO', 'RJ - RIO DE JANEIRO', 'MG - UBERLANDIA', 'PR - CURITIBA', 'BA - SALVADOR'];
const STATES = ['Texas', 'CALIFORNIA', 'New York', 'OHIO', 'Ontario', 'QUEBEC', 'FLORIDA', 'New Jersey'];

/** Words that people buy as their number. */
const NAMES =
  'JÆGER-AMLAND MAMA BOSSEN ELVIRA MUSTANG SPEEDY TURBO LARSEN IMMORTAL BIKER MY-BUS LADY-D KONGEN FRU-JENSEN TESLA DIESEL NORDEN VIKING MAGNUS SOMMER HYGGE BLOMST GO-FAST NO-GAS MY-WIFE CAMPER ROCKY BUSTER KAISER LUCKY'.split(
    ' ',
  );

export function plateAbroad(dice: Dice, fonts: readonly string[], kind: Abroad): Drawn {
  return KINDS[kind](dice, pickRandom(dice, fonts));
}

const drawRim = ({ width, height }: { width: number; height: number }, ink: string, dice: Dice) =>
  `<rect x="4" y="4" width="${width - 8}" height="${height - 8}" rx="8" fill="none" stroke="${ink}" stroke-width="${randomBetween(dice, 2, 5)}"/>`;
const small = (
  text: string,
  { x, y }: { x: number; y: number },
  { size, fill }: { size: number; fill: string },
) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-family="Liberation Sans" font-weight="700" text-anchor="middle" letter-spacing="1" fill="${fill}">${text}</text>`;

const KINDS: Readonly<Record<Abroad, (dice: Dice, font: string) => Drawn>> = {
  /** A blue field along the top with the country's name. */
  mercosul: (dice, font) => {
    const [country, form] = pickRandom(dice, [
      ['BRASIL', 'LLLDLDD'],
      ['BRASIL', 'LLLDLDD'],
      ['REPUBLICA ARGENTINA', 'LL DDD LL'],
      ['URUGUAY', 'LLL DDDD'],
      ['PARAGUAY', 'LLLL DDD'],
    ] as const);
    const [width, height, top] = [400, 130, randomBetween(dice, 26, 32)];
    const ink = pickRandom(dice, INKS);
    const number = drawLine(drawNumber(dice, form), {
      from: 14,
      middle: top + (height - top) / 2,
      room: width - 28,
      size: randomBetween(dice, 62, 72),
      font,
      ink,
      weight: pickRandom(dice, [500, 700]),
    });
    return joined({ width, height }, [
      drawPlate({ width, height }, '#f1f2ee'),
      `<rect width="${width}" height="${top}" rx="6" fill="#1c3f94"/>`,
      small(country, { x: width / 2, y: top * 0.78 }, { size: top * 0.72, fill: '#fff' }),
      dice() < 0.6 ? drawRim({ width, height }, ink, dice) : '',
      number,
    ]);
  },
  /** Brazil until 2018: a grey or red plate under its town's name. */
  grey: (dice, font) => {
    const [width, height] = [400, 130];
    const [ground, ink] = pickRandom(dice, [
      ['#a4a7a8', '#161616'],
      ['#b4b6b6', '#1b1b1b'],
      ['#8f9294', '#111'],
      ['#a8181e', '#f0eeec'],
    ] as const);
    const number = drawLine(drawNumber(dice, pickRandom(dice, ['LLL-DDDD', 'LLL DDDD'])), {
      from: 14,
      middle: 82,
      room: width - 28,
      size: randomBetween(dice, 60, 68),
      font,
      ink,
      weight: pickRandom(dice, [500, 700]),
    });
    return joined({ width, height }, [
      drawPlate({ width, height }, ground),
      small(pickRandom(dice, CITIES), { x: width / 2, y: 34 }, { size: 24, fill: ink }),
      dice() < 0.6 ? drawRim({ width, height }, ink, dice) : '',
      number,
    ]);
  },
  abroad: (dice, font) => {
    const [width, height] = pickRandom(dice, [
      [305, 152],
      [305, 152],
      [520, 112],
      [372, 135],
    ] as const);
    const isLong = width === 520;
    const [ground, ink] = pickRandom(dice, [
      ['#f1f2ee', '#161616'],
      ['#f1f2ee', '#16306e'],
      ['#e6ecf2', '#1a2a6a'],
      ['#f3ead2', '#1d4a2c'],
      ['#f0c020', '#161616'],
    ] as const);
    const form = isLong
      ? pickRandom(dice, ['L DDD LL', 'DDD LLL DD', 'LL DDDD'])
      : pickRandom(dice, ['LLL DDDD', 'DLLLDDD', 'LLL-DDD', 'DDDD LL', 'LLDDDDD']);
    const number = drawLine(drawNumber(dice, form), {
      from: isLong ? 20 : 12,
      middle: height * (isLong ? 0.5 : randomBetween(dice, 0.5, 0.56)),
      room: width - (isLong ? 140 : 24),
      size: isLong ? randomBetween(dice, 74, 82) : randomBetween(dice, 60, 72),
      font,
      ink,
      weight: pickRandom(dice, [500, 700]),
    });
    const others = isLong
      ? `<rect x="${width - 112}" y="5" width="4" height="${height - 10}" fill="${ink}"/>${small(String(100 + Math.floor(dice() * 99)), { x: width - 56, y: 60 }, { size: 50, fill: ink })}${small('RUS', { x: width - 60, y: 96 }, { size: 24, fill: ink })}`
      : small(
          pickRandom(dice, STATES),
          { x: width / 2, y: 30 },
          { size: 24, fill: pickRandom(dice, [ink, '#b01722']) },
        ) +
        (dice() < 0.5
          ? small('www.state.gov', { x: width / 2, y: height - 10 }, { size: 14, fill: ink })
          : '');
    return joined({ width, height }, [
      drawPlate({ width, height }, ground),
      others,
      dice() < 0.5 ? drawRim({ width, height }, ink, dice) : '',
      number,
    ]);
  },
  /** A name as the number, which can be bought in some countries. */
  'letters only': (dice, font) => {
    const [width, height] = [pickRandom(dice, [520, 520, 440]), 110];
    const band = dice() < 0.8 ? randomBetween(dice, 36, 46) : 0;
    const [ground, ink] = pickRandom(dice, [
      ['#f1f2ee', '#161616'],
      ['#f1f2ee', '#161616'],
      ['#f0c020', '#151515'],
    ] as const);
    const number = drawLine(
      drawNumber(dice, pickRandom(dice, ['LLLLL', 'LLLLLL', 'LL LLLL', 'L LLLLL', 'LLL LLL'])),
      {
        from: band + 10,
        middle: height / 2,
        room: width - band - 20,
        size: randomBetween(dice, 0.66, 0.76) * height,
        font,
        ink,
        weight: pickRandom(dice, [500, 700]),
      },
    );
    return joined({ width, height }, [
      drawPlate({ width, height }, ground),
      band > 0 ? drawBand(pickRandom(dice, ['S', 'GB', 'L', 'FIN', 'LV']), band, height) : '',
      dice() < 0.6
        ? `<rect x="3" y="3" width="${width - 6}" height="${height - 6}" rx="5" fill="none" stroke="${ink}" stroke-width="${randomBetween(dice, 1.5, 4)}"/>`
        : '',
      number,
    ]);
  },
  /** A word as the number, as in Denmark and America. */
  name: (dice, font) => {
    const isAmerican = dice() < 0.3;
    const [width, height] = isAmerican ? [305, 152] : [pickRandom(dice, [504, 520, 520]), 110];
    const band = !isAmerican && dice() < 0.7 ? randomBetween(dice, 36, 46) : 0;
    const [ground, ink] = pickRandom(dice, [
      ['#f1f2ee', '#161616'],
      ['#f1f2ee', '#161616'],
      ['#eceff4', '#1a2a6a'],
    ] as const);
    const word = pickRandom(dice, isAmerican ? NAMES.filter(({ length }) => length < 8) : NAMES);
    const number = drawLine(word, {
      from: band + 10,
      middle: height * (isAmerican ? 0.54 : 0.5),
      room: width - band - 20,
      size: isAmerican ? randomBetween(dice, 60, 70) : randomBetween(dice, 0.66, 0.76) * height,
      font,
      ink,
      weight: pickRandom(dice, [500, 700]),
    });
    return joined({ width, height }, [
      drawPlate({ width, height }, ground),
      band > 0 ? drawBand(pickRandom(dice, ['DK', 'DK', 'S', 'L', 'FIN']), band, height) : '',
      isAmerican ? small(pickRandom(dice, STATES), { x: width / 2, y: 28 }, { size: 24, fill: ink }) : '',
      dice() < 0.6 ? drawRim({ width, height }, dice() < 0.4 ? '#a8181e' : ink, dice) : '',
      number,
    ]);
  },
};
